import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Conversation, PostMessage, WorldEvent } from './types.ts';
import { createWorld, type SimulatedWorld } from './world.ts';

const START = Date.UTC(2026, 10, 20, 8);
const EVERYTHING = { marketplace: null, shopId: null, buyerId: null };
let directory: string;
let worlds: SimulatedWorld[];
let time: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'world-'));
  worlds = [];
  time = START;
});
afterEach(() => {
  for (const world of worlds) world.close();
  rmSync(directory, { recursive: true });
});

const journalPath = (): string => join(directory, 'journal.jsonl');
function open(seed = 'one'): SimulatedWorld {
  const world = createWorld({ seed, journalPath: journalPath(), now: () => time });
  worlds.push(world);
  return world;
}
function someConversation(world: SimulatedWorld, isMeant: (conversation: Conversation) => boolean): Conversation {
  const found = world.shops
    .flatMap((shop) => world.conversations(shop.marketplace, shop.shopId))
    .find((conversation) => isMeant(conversation));
  if (found === undefined) throw new Error('the seed has no such conversation');
  return found;
}
const textTo = ({ marketplace, shopId, buyer }: Conversation, text: string, change: Partial<PostMessage> = {}) => ({
  marketplace,
  shopId,
  buyerId: buyer.buyerId,
  from: 'buyer' as const,
  kind: 'text',
  content: { text },
  idempotencyKey: null,
  honoursKey: true,
  ...change,
});

test('a posted message is the newest, has growing ids and is told to listeners', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  const heard: WorldEvent[] = [];
  world.on((event) => heard.push(event));
  const before = conversation.messages.at(-1);
  const one = world.post(textTo(conversation, 'one')).message;
  const other = world.post(textTo(conversation, 'other')).message;
  expect(conversation.messages.slice(-2)).toEqual([one, other]);
  const ids = [before?.messageId ?? '', one.messageId, other.messageId].map(BigInt);
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(BigInt(other.messageId)).toBeGreaterThan(2n ** 53n);
  expect(BigInt(other.ledgerId)).toBe(BigInt(one.ledgerId) + 1n);
  expect(other.acceptedAt).toBeGreaterThan(one.acceptedAt);
  expect(heard).toEqual([
    { kind: 'message', conversation, message: one },
    { kind: 'message', conversation, message: other },
  ]);
});

test('messages stay in order when the clock is set back', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  const one = world.post(textTo(conversation, 'one')).message;
  time -= 3_600_000;
  const other = world.post(textTo(conversation, 'other')).message;
  expect(BigInt(other.messageId)).toBeGreaterThan(BigInt(one.messageId));
});

test('a repeated key gives the first message, also after a restart, unless the key is not honoured', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  const send = (honoursKey: boolean, on = world) =>
    on.post(textTo(conversation, 'hello', { from: 'seller', idempotencyKey: 'key-1', honoursKey }));
  const first = send(true);
  expect(send(true)).toEqual({ message: first.message, isRepeat: true });
  const again = send(false);
  expect(again.isRepeat).toBe(false);
  world.close();
  const reopened = open();
  expect(send(true, reopened)).toEqual({ message: first.message, isRepeat: true });
  expect(reopened.ledger(EVERYTHING).map((entry) => entry.ledgerId)).toEqual([
    first.message.ledgerId,
    again.message.ledgerId,
  ]);
});

test('the same key in two conversations gives two messages', () => {
  const world = open();
  const one = someConversation(world, () => true);
  const other = someConversation(world, ({ conversationId }) => conversationId !== one.conversationId);
  const keyed = { from: 'seller' as const, idempotencyKey: 'key' };
  expect(world.post(textTo(one, 'a', keyed)).isRepeat).toBe(false);
  expect(world.post(textTo(other, 'b', keyed)).isRepeat).toBe(false);
});

test('everything survives a restart after a kill', () => {
  const world = open();
  const conversation = someConversation(world, ({ isPinned, status }) => !isPinned && status === 'activated');
  const { marketplace, conversationId } = conversation;
  const { message } = world.post(textTo(conversation, 'ก่อนปิด 😀'));
  world.readBySeller(marketplace, conversationId, message.messageId);
  world.readByBuyer(marketplace, conversationId, message.messageId);
  world.markUnread(marketplace, conversationId);
  world.pin(marketplace, conversationId, true);
  world.setStatus(marketplace, conversationId, 'closed');
  time += 86_400_000;
  const reopened = open();
  expect(reopened.conversation(marketplace, conversationId)).toEqual(conversation);
  expect(reopened.seededAt).toBe(START);
  const next = reopened.post(textTo(conversation, 'after')).message;
  expect(BigInt(next.ledgerId)).toBe(BigInt(message.ledgerId) + 1n);
});

test('an archived conversation continues under a new id, with its messages and keys, also after a restart', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  const { marketplace, shopId, buyer, conversationId: old } = conversation;
  const keyed = { from: 'seller' as const, idempotencyKey: 'key' };
  const { message } = world.post(textTo(conversation, 'before', keyed));
  world.setStatus(marketplace, old, 'archived');
  const to = world.renumber(marketplace, old);
  expect(to).not.toBe(old);
  for (const each of [world, open()]) {
    expect(each.conversation(marketplace, old)).toBeNull();
    expect(each.conversationWith(marketplace, shopId, buyer.buyerId)).toMatchObject({
      conversationId: to,
      status: 'closed',
    });
    expect(each.post(textTo(conversation, 'before', keyed))).toEqual({ message, isRepeat: true });
  }
});

test('a torn last line is dropped, and the next line is complete', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  const kept = world.post(textTo(conversation, 'kept')).message;
  const whole = readFileSync(journalPath(), 'utf8');
  world.post(textTo(conversation, 'torn'));
  world.close();
  const all = readFileSync(journalPath(), 'utf8');
  for (const length of [whole.length + 1, whole.length + 40, all.length - 1]) {
    writeFileSync(journalPath(), all.slice(0, length));
    const reopened = open();
    expect(reopened.ledger(EVERYTHING).map((entry) => entry.messageId)).toEqual([kept.messageId]);
    reopened.post(textTo(conversation, 'next'));
    reopened.close();
    const again = open();
    expect(again.ledger(EVERYTHING).map((entry) => entry.content.text)).toEqual(['kept', 'next']);
    again.close();
  }
});

test('a damaged journal, or a journal of another seed, is refused and not changed', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  for (const text of ['first', 'second', 'third']) world.post(textTo(conversation, text));
  world.close();
  expect(() => open('two')).toThrow(expect.objectContaining({ code: 'journalForeign' }));
  const whole = readFileSync(journalPath(), 'utf8');
  const lines = whole.split('\n');
  const damages = {
    'a line more': `${whole}nonsense\n`,
    'a line less': lines.toSpliced(2, 1).join('\n'),
    'another text': whole.replace('second', 'sekond'),
    'no checksum': whole.replace(/\t\w{8}\n$/, '\n'),
    'no header': lines.slice(1).join('\n'),
    'half a header': '{"type":"world","ver',
    nothing: '',
    zeros: '\0'.repeat(whole.length),
  };
  for (const [damage, text] of Object.entries(damages)) {
    writeFileSync(journalPath(), text);
    expect(() => open(), damage).toThrow(expect.objectContaining({ code: 'journalUnreadable' }));
    expect(readFileSync(journalPath(), 'utf8'), damage).toBe(text);
  }
});

test('a journal from before the checksums is read and continued', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  world.post(textTo(conversation, 'old'));
  world.close();
  const bare = readFileSync(journalPath(), 'utf8')
    .replace('"version":2', '"version":1')
    .replaceAll(/\t\w{8}\n/g, '\n');
  writeFileSync(journalPath(), bare);
  const reopened = open();
  reopened.post(textTo(conversation, 'new'));
  reopened.close();
  expect(
    open()
      .ledger(EVERYTHING)
      .map((entry) => entry.content.text),
  ).toEqual(['old', 'new']);
});

test('unknown shops, buyers and conversations are refused and nothing changes', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  const before = readFileSync(journalPath(), 'utf8');
  expect(() => world.post(textTo(conversation, 'x', { shopId: '1' }))).toThrow(
    expect.objectContaining({ code: 'unknownShop' }),
  );
  expect(() => world.post(textTo(conversation, 'x', { buyerId: '1' }))).toThrow(
    expect.objectContaining({ code: 'unknownBuyer' }),
  );
  expect(() => world.pin('shopee', '1', true)).toThrow(expect.objectContaining({ code: 'unknownConversation' }));
  expect(() => world.readByBuyer(conversation.marketplace, conversation.conversationId, 'x')).toThrow(
    expect.objectContaining({ code: 'badMessageId' }),
  );
  expect(world.shop('shopee', '1')).toBeNull();
  expect(readFileSync(journalPath(), 'utf8')).toBe(before);
});

test('read marks move forward only and determine the unread count', () => {
  const world = open();
  const conversation = someConversation(world, (candidate) => world.unreadCount(candidate) > 1);
  const { marketplace, conversationId, messages } = conversation;
  const last = messages.at(-1)?.messageId ?? '';
  const heard: string[] = [];
  world.on((event) => heard.push(event.kind));
  const unread = world.unreadCount(conversation);
  world.readBySeller(marketplace, conversationId, messages.at(-2)?.messageId ?? '');
  expect(world.unreadCount(conversation)).toBe(1);
  expect(unread).toBeGreaterThan(1);
  world.readBySeller(marketplace, conversationId, last);
  world.readBySeller(marketplace, conversationId, messages[0]?.messageId ?? '');
  expect(conversation.sellerReadMessageId).toBe(last);
  expect(world.unreadCount(conversation)).toBe(0);
  expect(heard).toEqual(['sellerRead', 'sellerRead']);
  world.markUnread(marketplace, conversationId);
  expect(world.unreadCount(conversation)).toBe(1);
  world.readBySeller(marketplace, conversationId, last);
  expect(world.unreadCount(conversation)).toBe(0);
});

test('a mark beyond the newest message marks the newest message', () => {
  const world = open();
  const conversation = someConversation(world, () => true);
  world.readByBuyer(conversation.marketplace, conversation.conversationId, '9223372036854775807');
  expect(conversation.buyerReadMessageId).toBe(conversation.messages.at(-1)?.messageId);
});

test('conversations are sorted by newest activity first', () => {
  const world = open();
  const [shop] = world.shops;
  if (shop === undefined) throw new Error('no shop');
  const oldest = world.conversations(shop.marketplace, shop.shopId).at(-1);
  if (oldest === undefined) throw new Error('no conversation');
  world.post(textTo(oldest, 'back again'));
  const times = world
    .conversations(shop.marketplace, shop.shopId)
    .map((conversation) => conversation.messages.at(-1)?.acceptedAt ?? 0);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(world.conversations(shop.marketplace, shop.shopId)[0]).toBe(oldest);
});

test('the ledger is filtered by shop and buyer', () => {
  const world = open();
  const one = someConversation(world, () => true);
  const other = someConversation(world, ({ shopId }) => shopId !== one.shopId);
  world.post(textTo(one, 'one'));
  world.post(textTo(other, 'other'));
  const texts = (filter: Parameters<typeof world.ledger>[0]) => world.ledger(filter).map((entry) => entry.content.text);
  expect(texts(EVERYTHING)).toEqual(['one', 'other']);
  expect(texts({ ...EVERYTHING, shopId: other.shopId })).toEqual(['other']);
  expect(texts({ ...EVERYTHING, buyerId: one.buyer.buyerId })).toEqual(['one']);
  expect(texts({ marketplace: one.marketplace, shopId: one.shopId, buyerId: other.buyer.buyerId })).toEqual([]);
});

test('a closed world accepts no messages', () => {
  const world = open();
  world.close();
  expect(() =>
    world.post(
      textTo(
        someConversation(world, () => true),
        'late',
      ),
    ),
  ).toThrow(expect.objectContaining({ code: 'journalClosed' }));
});

test('a shop that is made on demand is found by a conversation id, and exists after a restart', () => {
  const world = open();
  const shop = world.shops.find(({ name }) => name === 'Kopi Corner SG');
  if (shop === undefined) throw new Error('no such shop');
  const { marketplace, shopId } = shop;
  const [seeded] = world.seeded(marketplace).filter((conversation) => conversation.shopId === shopId);
  if (seeded === undefined) throw new Error('no such conversation');
  const { conversationId } = seeded;
  expect(world.conversation(marketplace, conversationId)).toEqual(seeded);
  expect(world.conversation(marketplace, '7')).toBeNull();
  const { message } = world.post(textTo(seeded, 'new'));
  expect(world.conversation(marketplace, conversationId)?.messages.at(-1)).toEqual(message);
  world.close();
  const again = open();
  expect(again.conversations(marketplace, shopId)[0]?.messages.at(-1)).toEqual(message);
  expect(again.conversations(marketplace, shopId)).toHaveLength(5);
  const next = again.post(textTo(seeded, 'newer')).message;
  expect(BigInt(next.ledgerId)).toBe(BigInt(message.ledgerId) + 1n);
});
