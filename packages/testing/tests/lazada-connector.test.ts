/** Behaviour that only Lazada has: both packings, loading with `sync`, its read marks and its faults. */
import { randomUUID } from 'node:crypto';
import type { ConnectorSession, ConversationRef } from '@pasar/connector-kit';
import { asPlatformMessageId, asPlatformShopId } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StreamLog } from '../src/stream-log.ts';
import {
  demand,
  findConversation,
  type LazadaHarness,
  openLazadaHarness,
  type Visit,
  visitLazada,
} from './lazada-harness.ts';

let lazada: LazadaHarness;
let visit: Visit;
let session: ConnectorSession;
let ref: ConversationRef;

beforeAll(async () => {
  lazada = await openLazadaHarness();
});
afterAll(() => lazada.close());
beforeEach(async () => {
  visit = visitLazada(lazada);
  session = demand(await visit.start());
  ref = await findConversation(session, lazada.place);
});
afterEach(async () => {
  await lazada.control.clearFaults();
  await session.close();
  await visit.bridge.close();
});

async function listen(): Promise<StreamLog> {
  const log = new StreamLog();
  demand(await session.listen(log));
  return log;
}
async function writeMany(count: number, text: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) ids.push(await lazada.buyerWrites(`${text} ${number}`));
  return ids;
}
const told = (log: StreamLog): string[] => log.of('message.received').map(({ message }) => message.platformMessageId);
const send = (idempotencyKey: string) =>
  session.sendText({ conversation: ref, text: 'hello', quote: null, idempotencyKey });
const accepted = async (key: string): Promise<number> =>
  (await lazada.control.ledger(lazada.place)).filter(({ idempotencyKey }) => idempotencyKey === key).length;

describe('Lazada, the stream', () => {
  it('tells so many messages in a row that every kind of push occurs', async () => {
    const log = await listen();
    const ids = await writeMany(14, 'message');
    await log.message(ids.at(-1) ?? '');
    expect(told(log)).toEqual(ids);
  });

  it.each(['socketMuted', 'socketDelayed', 'socketReordered', 'socketDuplicated'])(
    '%s: nothing missed, nothing twice',
    async (kind) => {
      const log = await listen();
      await lazada.fault(kind, { count: 3, delayMs: 20 });
      const ids = await writeMany(12, kind);
      await log.message(ids.at(-1) ?? '');
      expect(told(log)).toEqual(ids);
      expect(log.gaps).toBe(0);
    },
  );

  it('continues on the next socket where the last socket stopped', async () => {
    const first = await listen();
    await first.message(await lazada.buyerWrites('before'));
    await lazada.fault('socketDropped');
    await first.waitFor((log) => log.ends[0], 'the end of the first socket');
    expect(first.ends).toMatchObject([{ kind: 'lost' }]);
    const missed = await writeMany(60, 'while away');
    const second = await listen();
    await second.message(missed.at(-1) ?? '');
    expect(told(second)).toEqual(missed);
    expect(first.ends).toHaveLength(1);
  });

  it('tells reads of both sides, a pin and a closed conversation', async () => {
    const log = await listen();
    const { position } = await log.message(await lazada.buyerWrites('read me'));
    await lazada.control.read(lazada.place, 'buyer');
    await lazada.control.read(lazada.place, 'sellerApp');
    await log.waitFor((all) => all.of('conversation.readByBuyer').find((event) => event.position === position), 'read');
    await log.waitFor(
      (all) => all.of('conversation.readBySeller').find((event) => event.position === position),
      'read',
    );
    const isPinned = !(await lazada.control.conversation(lazada.place)).isPinned;
    demand(await session.applySetting(ref, { setting: 'pin', isPinned }));
    await log.waitFor((all) => all.of('conversation.pinned').find((event) => event.isPinned === isPinned), 'the pin');
    await lazada.control.setStatus(lazada.place, 'closed');
    await log.waitFor(
      (all) => all.of('conversation.statusChanged').find(({ status }) => status === 'closed'),
      'closed',
    );
    await lazada.control.setStatus(lazada.place, 'activated');
  });
});

describe('Lazada, sending', () => {
  it('is accepted once under a repeated key, and again when the marketplace does not honour keys', async () => {
    const key = randomUUID();
    const sent = await send(key);
    expect(sent.kind).toBe('accepted');
    expect(await send(key)).toEqual(sent);
    expect(await accepted(key)).toBe(1);
    await lazada.fault('keyNotHonoured');
    await send(key);
    expect(await accepted(key)).toBe(2);
  });

  it('is told without its key when keys are not echoed', async () => {
    const log = await listen();
    await lazada.fault('keyNotEchoed', { count: 2 });
    const key = randomUUID();
    const sent = await send(key);
    if (sent.kind !== 'accepted') throw new Error(sent.kind);
    expect((await log.message(sent.platformMessageId)).idempotencyKey).toBeNull();
    const history = demand(await session.fetchHistory(ref, null));
    expect(history.items.find((item) => item.platformMessageId === sent.platformMessageId)?.idempotencyKey).toBeNull();
  });

  it('under an expired login is refused once; the next attempt renews the login first', async () => {
    await lazada.fault('tokenExpired');
    const key = randomUUID();
    expect(await send(key)).toMatchObject({ kind: 'refused', next: { kind: 'login' } });
    expect(await accepted(key)).toBe(0);
    expect((await send(key)).kind).toBe('accepted');
    expect(visit.saved).toHaveLength(2);
  });
});

describe('Lazada, marks', () => {
  it('unread is only marked on the desk', async () => {
    const before = await lazada.control.conversation(lazada.place);
    expect(await session.applySetting(ref, { setting: 'unread' })).toEqual({ ok: true, value: null });
    expect(await lazada.control.conversation(lazada.place)).toEqual(before);
  });

  it('an older message moves no mark back', async () => {
    const older = await lazada.buyerWrites('older');
    const newer = await lazada.buyerWrites('newer');
    const { items } = demand(await session.fetchHistory(ref, null));
    for (const id of [newer, older]) {
      const position = items.find((item) => item.platformMessageId === id)?.position;
      if (position === undefined) throw new Error('the message is not in the history');
      const platformMessageId = asPlatformMessageId(id);
      demand(await session.applySetting(ref, { setting: 'read', platformMessageId, position }));
      expect((await lazada.control.conversation(lazada.place)).sellerReadMessageId).toBe(newer);
    }
  });

  it('a shop of another login is refused', async () => {
    const foreign = { ...ref, platformShopId: asPlatformShopId('1') };
    expect(await session.fetchHistory(foreign, null)).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
    expect(
      await session.sendText({ conversation: foreign, text: 'x', quote: null, idempotencyKey: 'k' }),
    ).toMatchObject({
      kind: 'refused',
      next: { kind: 'stop' },
    });
  });
});
