import { randomUUID } from 'node:crypto';
import type { ConnectorSession, Page } from '@pasar/connector-kit';
import { asPlatformMessageId, asPlatformShopId, parsePosition } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StreamLog } from '../src/stream-log.ts';
import { demand, type LazadaWorld, openLazadaWorld, type Visit, visitLazada } from './lazada-world.ts';

let lazada: LazadaWorld;
let visit: Visit;
let session: ConnectorSession;

beforeAll(async () => {
  lazada = await openLazadaWorld();
});
afterAll(() => lazada.close());
beforeEach(async () => {
  visit = visitLazada(lazada);
  session = demand(await visit.start());
});
afterEach(async () => {
  lazada.faults.clear();
  await session.close();
  await visit.bridge.close();
});

async function readAll<Item>(fetch: (cursor: string | null) => Promise<Page<Item>>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = null, page = 0; page < 200; page += 1) {
    const found: Page<Item> = await fetch(cursor);
    expect(found.unreadable).toEqual([]);
    items.push(...found.items);
    if (found.next === null) return items;
    cursor = found.next;
  }
  throw new Error('paging does not end');
}
async function listen(): Promise<StreamLog> {
  const log = new StreamLog();
  demand(await session.listen(log));
  return log;
}
const send = (text: string, idempotencyKey: string) =>
  session.sendText({ conversation: lazada.ref, text, idempotencyKey });
/** The same key for the same name; keys are UUIDs. */
const keys = new Map<string, string>();
const keyOf = (name: string): string => {
  const key = keys.get(name) ?? randomUUID();
  keys.set(name, key);
  return key;
};
const sentWith = (key: string) =>
  lazada.conversation.messages.filter((message) => message.idempotencyKey === key).length;

describe('Lazada, lists', () => {
  it('every conversation once, as the world has it', async () => {
    const listed = await readAll(async (cursor) =>
      demand(await session.fetchConversations(lazada.ref.platformShopId, cursor)),
    );
    const known = lazada.world.conversations('lazada', lazada.shop.shopId);
    expect(listed.map((item) => item.buyer.buyerId)).toEqual(known.map((item) => item.buyer.buyerId));
    expect(listed.map((item) => item.unreadCount)).toEqual(known.map((item) => lazada.world.unreadCount(item)));
    expect(listed.map((item) => item.isPinned)).toEqual(known.map((item) => item.isPinned));
  });

  it('every message of a long conversation once, newest first', async () => {
    for (let count = 0; count < 120; count += 1) lazada.buyerWrites(`long ${count}`);
    const found = await readAll(async (cursor) => demand(await session.fetchHistory(lazada.ref, cursor)));
    expect(found.map((item) => item.platformMessageId)).toEqual(
      lazada.conversation.messages.map((message) => message.messageId).toReversed(),
    );
    const positions = found.map((item) => BigInt(item.position));
    expect(positions.every((position, index) => index === 0 || position < (positions[index - 1] ?? 0n))).toBe(true);
  });
});

describe('Lazada, the stream', () => {
  it('tells enough messages in a row to have used every way of telling', async () => {
    const log = await listen();
    const ids = Array.from({ length: 14 }, (_, index) => lazada.buyerWrites(`message ${index}`));
    await log.message(ids.at(-1) ?? '');
    expect(log.of('message.received').map(({ message }) => message.platformMessageId)).toEqual(ids);
  });

  it.each(['socketMuted', 'socketDelayed', 'socketReordered', 'socketDuplicated'] as const)(
    '%s: nothing missed, nothing twice',
    async (kind) => {
      const log = await listen();
      lazada.fault(kind, { count: 3, delayMs: 20 });
      const ids = Array.from({ length: 12 }, (_, index) => lazada.buyerWrites(`${kind} ${index}`));
      await log.message(ids.at(-1) ?? '');
      expect(log.of('message.received').map(({ message }) => message.platformMessageId)).toEqual(ids);
      expect(log.gaps).toBe(0);
    },
  );

  it('goes on with the next socket where the last one stopped', async () => {
    const first = await listen();
    await first.message(lazada.buyerWrites('before'));
    lazada.fault('socketDropped');
    await first.waitFor((log) => log.ends[0], 'the end of the first socket');
    expect(first.ends).toMatchObject([{ kind: 'lost' }]);
    const missed = lazada.buyerWrites('while away');
    const second = await listen();
    expect((await second.message(missed)).content).toEqual({ type: 'text', text: 'while away' });
    expect(first.ends).toHaveLength(1);
  });

  it('tells reads of both sides, pins and a closed conversation', async () => {
    const log = await listen();
    const messageId = lazada.buyerWrites('read me');
    const { position } = await log.message(messageId);
    const { conversationId } = lazada.conversation;
    lazada.world.readByBuyer('lazada', conversationId, messageId);
    lazada.world.readBySeller('lazada', conversationId, messageId);
    lazada.world.pin('lazada', conversationId, !lazada.conversation.isPinned);
    await log.waitFor((all) => all.of('conversation.readByBuyer').find((event) => event.position === position), 'read');
    await log.waitFor(
      (all) => all.of('conversation.readBySeller').find((event) => event.position === position),
      'read',
    );
    const { isPinned } = lazada.conversation;
    await log.waitFor((all) => all.of('conversation.pinned').find((event) => event.isPinned === isPinned), 'the pin');
    lazada.world.setStatus('lazada', conversationId, 'closed');
    await log.waitFor(
      (all) => all.of('conversation.statusChanged').find(({ status }) => status === 'closed'),
      'closed',
    );
    lazada.world.setStatus('lazada', conversationId, 'activated');
  });
});

describe('Lazada, sending', () => {
  it('is accepted, echoed with its key, and kept once under a repeated key', async () => {
    const log = await listen();
    const sent = await send('hello', keyOf('once'));
    if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent));
    expect(await log.message(sent.platformMessageId)).toMatchObject({
      author: 'seller',
      idempotencyKey: keyOf('once'),
      position: sent.position,
      sentAt: sent.sentAt,
    });
    expect(await send('hello', keyOf('once'))).toEqual(sent);
    expect(sentWith(keyOf('once'))).toBe(1);
    lazada.fault('keyNotHonoured');
    await send('hello', keyOf('once'));
    expect(sentWith(keyOf('once'))).toBe(2);
  });

  it('is told under another key when keys are not echoed', async () => {
    const log = await listen();
    lazada.fault('keyNotEchoed', { count: null });
    const sent = await send('hello', keyOf('hidden'));
    if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent));
    expect((await log.message(sent.platformMessageId)).idempotencyKey).not.toBe(keyOf('hidden'));
    const history = demand(await session.fetchHistory(lazada.ref, null));
    expect(history.items.some((message) => message.idempotencyKey === keyOf('hidden'))).toBe(false);
  });

  it('is in doubt when the answer is lost, and really accepted', async () => {
    lazada.fault('answerLost');
    expect((await send('lost', keyOf('lost'))).kind).toBe('inDoubt');
    expect(sentWith(keyOf('lost'))).toBe(1);
  });

  it('is in doubt when it is accepted later', async () => {
    const log = await listen();
    lazada.fault('acceptedLate', { delayMs: 50 });
    expect((await send('late', keyOf('late'))).kind).toBe('inDoubt');
    await log.waitFor(
      (all) => all.of('message.received').find(({ message }) => message.idempotencyKey === keyOf('late')),
      'the late message',
    );
  });

  it('is refused before acceptance, with what to do next', async () => {
    lazada.fault('tooManyRequests');
    expect(await send('x', keyOf('429'))).toMatchObject({ kind: 'refused', next: { kind: 'wait', delayMs: 2_000 } });
    lazada.fault('forbidden');
    expect(await send('x', keyOf('403'))).toMatchObject({ kind: 'refused', next: { kind: 'stop' } });
    lazada.fault('tokenExpired');
    expect(await send('x', keyOf('session'))).toMatchObject({ kind: 'refused', next: { kind: 'login' } });
    lazada.world.setStatus('lazada', lazada.conversation.conversationId, 'closed');
    demand(await session.fetchHistory(lazada.ref, null));
    expect(await send('x', keyOf('closed'))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'conversation_closed' },
      next: { kind: 'reopen' },
    });
    expect(demand(await session.reopen(lazada.ref))).toEqual(lazada.ref);
    expect((await send('x', keyOf('open'))).kind).toBe('accepted');
    for (const key of [keyOf('429'), keyOf('403'), keyOf('session'), keyOf('closed')]) expect(sentWith(key)).toBe(0);
  });
});

describe('Lazada, marks', () => {
  it('read and pin arrive; unread stays with the desk', async () => {
    const id = lazada.buyerWrites('mark me');
    const found = demand(await session.fetchHistory(lazada.ref, null)).items.find(
      (item) => item.platformMessageId === id,
    );
    const position = found?.position ?? parsePosition('0');
    if (position === null) throw new Error('no position');
    demand(
      await session.applySetting(lazada.ref, { setting: 'read', platformMessageId: asPlatformMessageId(id), position }),
    );
    expect(lazada.conversation.sellerReadMessageId).toBe(id);
    for (const isPinned of [true, false, false]) {
      demand(await session.applySetting(lazada.ref, { setting: 'pin', isPinned }));
      expect(lazada.conversation.isPinned).toBe(isPinned);
    }
    expect(await session.applySetting(lazada.ref, { setting: 'unread' })).toEqual({ ok: true, value: null });
  });

  it('a shop of somebody else is refused', async () => {
    const foreign = { ...lazada.ref, platformShopId: asPlatformShopId('1') };
    expect(await session.fetchHistory(foreign, null)).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
    expect(await session.sendText({ conversation: foreign, text: 'x', idempotencyKey: 'k' })).toMatchObject({
      kind: 'refused',
    });
  });
});
