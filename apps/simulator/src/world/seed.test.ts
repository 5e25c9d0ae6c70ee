import { expect, test } from 'vitest';
import { seedWorld } from './seed.ts';
import { DEMO_SELLER, OTHER_SELLER } from './seed-plan.ts';
import { IMPORT_SELLER, initialDemands, UNCLAIMED_SELLER } from './seed-plan-later.ts';

const SEEDED_AT = Date.UTC(2026, 10, 20, 8);
const options = { seed: 'one', seededAt: SEEDED_AT, pictureOrigin: 'http://127.0.0.1:1' };
const { later, ...seeded } = seedWorld(options);
const laterConversations = later.flatMap((shop) => shop.conversations());
const isUnread = ({ messages, sellerReadMessageId }: (typeof seeded.conversations)[number]): number =>
  messages.filter(({ from, messageId }) => from === 'buyer' && BigInt(messageId) > BigInt(sellerReadMessageId ?? 0))
    .length;
const shopsOf = (seller: string): readonly string[] =>
  seeded.logins.filter((login) => login.seller === seller).flatMap((login) => login.shopIds);
const conversationsOf = (seller: string) =>
  seeded.conversations.filter(({ shopId }) => shopsOf(seller).includes(shopId));

test('the demo seller has 13 shops in eight countries or more, 300 conversations and 6,000 messages', () => {
  const shops = seeded.shops.filter(({ shopId }) => shopsOf(DEMO_SELLER).includes(shopId));
  expect(shops).toHaveLength(13);
  expect(new Set(shops.map(({ country }) => country)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(shops.map(({ marketplace }) => marketplace)).size).toBe(3);
  const conversations = conversationsOf(DEMO_SELLER);
  expect(conversations).toHaveLength(300);
  expect(conversations.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(6_000);
  expect(new Set(conversations.map(({ buyer }) => buyer.language)).size).toBe(8);
});

test('the other seller has three shops and 30 conversations, and login names are unique', () => {
  expect(shopsOf(OTHER_SELLER)).toHaveLength(3);
  expect(conversationsOf(OTHER_SELLER)).toHaveLength(30);
  const merchants = seeded.logins.filter(({ kind, seller }) => kind === 'merchant' && seller !== UNCLAIMED_SELLER);
  expect(merchants.map(({ marketplace, country, shopIds }) => [marketplace, country, shopIds.length])).toEqual([
    ['shopee', 'CNSC', 4],
    ['tiktok', 'GB', 2],
  ]);
  expect(new Set(seeded.logins.map(({ marketplace, identifier }) => `${marketplace}/${identifier}`)).size).toBe(
    seeded.logins.length,
  );
});

test('the same seed and base time give the same world, and another seed gives another world', () => {
  const { later: again, ...same } = seedWorld(options);
  expect(same).toEqual(seeded);
  expect(again[3]?.conversations()).toEqual(later[3]?.conversations());
  const other = seedWorld({ ...options, seed: 'two' });
  expect(other.shops.map(({ shopId }) => shopId)).not.toEqual(seeded.shops.map(({ shopId }) => shopId));
});

test('all times move with the base time, and shops and buyers keep their ids', () => {
  const later = seedWorld({ ...options, seededAt: SEEDED_AT + 86_400_000 });
  expect(later.shops).toEqual(seeded.shops);
  const firstAt = (world: typeof seeded): number => world.conversations[7]?.messages[0]?.acceptedAt ?? 0;
  expect(firstAt(later) - firstAt(seeded)).toBe(86_400_000);
});

test('each marketplace has logins that no tenant owns, one of them a sub-account with many shops', () => {
  const unclaimed = seeded.logins.filter(({ seller }) => seller === UNCLAIMED_SELLER);
  for (const wanted of ['shopee', 'lazada', 'tiktok']) {
    expect(unclaimed.filter(({ marketplace }) => marketplace === wanted).length).toBeGreaterThanOrEqual(2);
  }
  const subAccount = unclaimed.find(({ country }) => country === 'CNSC');
  expect(subAccount).toMatchObject({ marketplace: 'shopee', kind: 'merchant' });
  expect(subAccount?.shopIds.length).toBe(12);
});

test('of 200 logins for an import, 180 succeed and 20 are refused for different reasons', () => {
  const logins = seeded.logins.filter(({ seller }) => seller === IMPORT_SELLER);
  expect(logins.map(({ identifier }) => identifier)).toEqual(
    Array.from({ length: 200 }, (_, at) => `import-${`${at + 1}`.padStart(3, '0')}@bulk.example`),
  );
  expect(logins.filter(({ kind, shopIds }) => kind === 'shop' && shopIds.length === 1)).toHaveLength(200);
  expect(new Set(logins.map(({ marketplace }) => marketplace))).toEqual(new Set(['shopee', 'lazada']));
  const demands = logins.flatMap(({ marketplace, identifier }) => initialDemands(marketplace, identifier) ?? []);
  expect(demands).toHaveLength(20);
  expect(new Set(demands.map((each) => JSON.stringify(each))).size).toBeGreaterThan(15);
  for (const { conversations, conversationIds, shopId } of later) {
    if (!logins.some(({ shopIds }) => shopIds.includes(shopId))) continue;
    expect(conversationIds().length).toBeLessThanOrEqual(3);
    expect(conversations().map(({ conversationId }) => conversationId)).toEqual(conversationIds());
  }
});

test('ids are unique, 19 digits, beyond 2^53, below 2^63, and grow with the time in a conversation', () => {
  const all = [...seeded.conversations, ...laterConversations];
  const messages = all.flatMap((conversation) => conversation.messages);
  const ids = [
    ...laterConversations.flatMap(({ conversationId, buyer }) => [conversationId, buyer.buyerId]),
    ...messages.map(({ messageId }) => messageId),
    ...seeded.conversations.map(({ conversationId }) => conversationId),
    ...seeded.conversations.map(({ buyer }) => buyer.buyerId),
    ...seeded.shops.flatMap(({ shopId, userId }) => [shopId, userId]),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[1-9][0-9]{18}$/.test(id) || BigInt(id) >= 2n ** 63n)).toEqual([]);
  expect(new Set(messages.map(({ ledgerId }) => ledgerId)).size).toBe(messages.length);
  for (const conversation of all) {
    conversation.messages.slice(1).forEach((message, index) => {
      const before = conversation.messages[index];
      expect(BigInt(message.messageId) > BigInt(before?.messageId ?? 0)).toBe(true);
      expect(message.acceptedAt).toBeGreaterThan(before?.acceptedAt ?? Number.POSITIVE_INFINITY);
    });
  }
});

test('activity is recent and spread over weeks', () => {
  const lastAt = seeded.conversations.map(({ messages }) => messages.at(-1)?.acceptedAt ?? 0);
  expect(Math.max(...lastAt)).toBeGreaterThan(SEEDED_AT - 30 * 60_000);
  expect(Math.max(...lastAt)).toBeLessThan(SEEDED_AT);
  expect(Math.min(...lastAt)).toBeLessThan(SEEDED_AT - 14 * 86_400_000);
});

test('most buyers who wait have waited for hours, and a few were forgotten for days', () => {
  const waits = conversationsOf(DEMO_SELLER).flatMap(({ messages }) => {
    const first = messages[messages.findLastIndex(({ from }) => from === 'seller') + 1];
    return first === undefined ? [] : [SEEDED_AT - first.acceptedAt];
  });
  expect(waits.filter((wait) => wait > 11 * 3_600_000 && wait < 12 * 3_600_000)).toEqual([]);
  const isLong = (wait: number): boolean => wait > 2 * 86_400_000;
  expect(waits.length).toBeGreaterThan(60);
  expect(waits.filter(isLong).length).toBeGreaterThan(1);
  expect(waits.filter(isLong).length).toBeLessThan(waits.length / 5);
});

test('the seed contains the difficult cases', () => {
  const conversations = conversationsOf(DEMO_SELLER);
  const unread = conversations.map(isUnread);
  expect(unread.filter((count) => count > 99)).toHaveLength(1);
  expect(unread.filter((count) => count > 0).length).toBeGreaterThan(30);
  expect(unread.filter((count) => count === 0).length).toBeGreaterThan(150);
  expect(conversations.filter(({ buyer }) => buyer.name.length === 60)).toHaveLength(1);
  expect(conversations.filter(({ buyer }) => buyer.avatarUrl === null).length).toBeGreaterThan(50);
  expect(conversations.filter(({ isPinned }) => isPinned).length).toBeGreaterThan(5);
  expect(conversations.some(({ status }) => status === 'closed')).toBe(true);
  const messages = conversations.flatMap((conversation) => conversation.messages);
  const kinds = new Set(messages.map(({ kind }) => kind));
  for (const kind of [
    'text',
    'image',
    'sticker',
    'order',
    'product',
    'voucher',
    'file_image',
    'goods_card',
    'emoticons',
  ]) {
    expect(kinds).toContain(kind);
  }
  const texts = messages.flatMap(({ content }) => (typeof content.text === 'string' ? [content.text] : []));
  expect(texts.filter((text) => text.length > 250).length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.trim() === '' || /[{}]/.test(text))).toEqual([]);
});
