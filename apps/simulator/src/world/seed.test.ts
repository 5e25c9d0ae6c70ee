import { expect, test } from 'vitest';
import { seedWorld } from './seed.ts';
import { DEMO_SELLER, OTHER_SELLER } from './seed-plan.ts';

const SEEDED_AT = Date.UTC(2026, 10, 20, 8);
const options = { seed: 'one', seededAt: SEEDED_AT, pictureOrigin: 'http://127.0.0.1:1' };
const seeded = seedWorld(options);
const isUnread = ({ messages, sellerReadMessageId }: (typeof seeded.conversations)[number]): number =>
  messages.filter(({ from, messageId }) => from === 'buyer' && BigInt(messageId) > BigInt(sellerReadMessageId ?? 0))
    .length;
const shopsOf = (seller: string): readonly string[] =>
  seeded.logins.filter((login) => login.seller === seller).flatMap((login) => login.shopIds);
const conversationsOf = (seller: string) =>
  seeded.conversations.filter(({ shopId }) => shopsOf(seller).includes(shopId));

test('the demo seller has 12 shops in eight countries or more, 300 conversations and 6,000 messages', () => {
  const shops = seeded.shops.filter(({ shopId }) => shopsOf(DEMO_SELLER).includes(shopId));
  expect(shops).toHaveLength(12);
  expect(new Set(shops.map(({ country }) => country)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(shops.map(({ marketplace }) => marketplace)).size).toBe(3);
  const conversations = conversationsOf(DEMO_SELLER);
  expect(conversations).toHaveLength(300);
  expect(conversations.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(6_000);
  expect(new Set(conversations.map(({ buyer }) => buyer.language)).size).toBe(8);
});

test('the other seller has three shops and 30 conversations, and logins are apart', () => {
  expect(shopsOf(OTHER_SELLER)).toHaveLength(3);
  expect(conversationsOf(OTHER_SELLER)).toHaveLength(30);
  const merchants = seeded.logins.filter(({ kind }) => kind === 'merchant');
  expect(merchants.map(({ marketplace, country, shopIds }) => [marketplace, country, shopIds.length])).toEqual([
    ['shopee', 'CNSC', 4],
    ['tiktok', 'GB', 2],
  ]);
  expect(new Set(seeded.logins.map(({ marketplace, identifier }) => `${marketplace}/${identifier}`)).size).toBe(
    seeded.logins.length,
  );
});

test('the same seed and base time give the same world, another seed another one', () => {
  expect(seedWorld(options)).toEqual(seeded);
  const other = seedWorld({ ...options, seed: 'two' });
  expect(other.shops.map(({ shopId }) => shopId)).not.toEqual(seeded.shops.map(({ shopId }) => shopId));
});

test('all times move with the base time, and shops and buyers keep their ids', () => {
  const later = seedWorld({ ...options, seededAt: SEEDED_AT + 86_400_000 });
  expect(later.shops).toEqual(seeded.shops);
  const firstAt = (world: typeof seeded): number => world.conversations[7]?.messages[0]?.acceptedAt ?? 0;
  expect(firstAt(later) - firstAt(seeded)).toBe(86_400_000);
});

test('ids are unique, 19 digits, beyond 2^53, below 2^63, and grow with the time in a conversation', () => {
  const messages = seeded.conversations.flatMap((conversation) => conversation.messages);
  const ids = [
    ...messages.map(({ messageId }) => messageId),
    ...seeded.conversations.map(({ conversationId }) => conversationId),
    ...seeded.conversations.map(({ buyer }) => buyer.buyerId),
    ...seeded.shops.flatMap(({ shopId, userId }) => [shopId, userId]),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[1-9][0-9]{18}$/.test(id) || BigInt(id) >= 2n ** 63n)).toEqual([]);
  expect(new Set(messages.map(({ ledgerId }) => ledgerId)).size).toBe(messages.length);
  for (const conversation of seeded.conversations) {
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

test('the awkward cases are there', () => {
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
