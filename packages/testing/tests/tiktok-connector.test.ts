/** Behaviour beyond the contract tests: both push forms, cursors, expired tokens, faults by shop. */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@pasar/bridge';
import type { ConnectorSession } from '@pasar/connector-kit';
import { asPlatformShopId } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Login } from '../../../apps/simulator/src/world/types.ts';
import { createFakeClock } from '../src/fake-clock.ts';
import { StreamLog } from '../src/stream-log.ts';
import { eventually, within } from '../src/wait.ts';
import { demand, openTiktokHarness, refOf, type TiktokHarness, visitTiktok, won } from './tiktok-harness.ts';

let tiktok: TiktokHarness;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  tiktok = await openTiktokHarness();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  tiktok.faults.clear();
});
afterAll(() => tiktok.close());

async function visit(login: Login = tiktok.login, clock: Clock = systemClock): Promise<ConnectorSession> {
  const { bridge, session } = await visitTiktok(tiktok, login, clock);
  closers.push(
    () => bridge.close(),
    () => session.close(),
  );
  return session;
}
async function listenTo(session: ConnectorSession): Promise<StreamLog> {
  const log = new StreamLog();
  won(await session.listen(log));
  return log;
}
/** The messages, in the order in which the stream told them. */
const told = (log: StreamLog): readonly string[] =>
  log.of('message.received').map(({ message }) => message.platformMessageId);

describe('the stream', () => {
  it('carries plain and compressed pushes of two shops of one login', async () => {
    const session = await visit(tiktok.merchant);
    const log = await listenTo(session);
    for (const shop of [0, 1]) {
      const conversation = tiktok.conversation(tiktok.merchant, shop);
      const message = await log.message(tiktok.write(conversation, `to shop ${shop}`));
      expect(message.platformShopId).toBe(conversation.shopId);
      expect(message.content).toEqual({ type: 'text', text: `to shop ${shop}` });
    }
  });

  it('fetches a lost push, and tells it in order', async () => {
    const log = await listenTo(await visit());
    const conversation = tiktok.conversation();
    const first = tiktok.write(conversation, 'first');
    await log.message(first);
    tiktok.fault('socketMuted', conversation.shopId);
    const lost = tiktok.write(conversation, 'lost');
    const third = tiktok.write(conversation, 'third');
    await log.message(third);
    expect(told(log)).toEqual([first, lost, third]);
    expect(log.gaps).toBe(0);
  });

  it('knows from the start of the stream that the first push after it was lost', async () => {
    const log = await listenTo(await visit());
    const conversation = tiktok.conversation();
    tiktok.fault('socketMuted', conversation.shopId);
    const lost = tiktok.write(conversation, 'lost');
    const second = tiktok.write(conversation, 'second');
    await log.message(second);
    expect(told(log)).toEqual([lost, second]);
  });

  it('puts reordered pushes in order', async () => {
    const log = await listenTo(await visit());
    const conversation = tiktok.conversation();
    tiktok.fault('socketReordered', conversation.shopId);
    const held = tiktok.write(conversation, 'held');
    const next = tiktok.write(conversation, 'next');
    await log.message(next);
    expect(told(log)).toEqual([held, next]);
    expect(log.gaps).toBe(0);
  });

  it('tells a duplicated push once, and a delayed push late', async () => {
    const log = await listenTo(await visit());
    const conversation = tiktok.conversation();
    tiktok.fault('socketDuplicated', conversation.shopId);
    const twice = tiktok.write(conversation, 'twice');
    tiktok.fault('socketDelayed', conversation.shopId, { delayMs: 30 });
    const late = tiktok.write(conversation, 'late');
    await log.message(late);
    expect(told(log)).toEqual([twice, late]);
    expect(log.gaps).toBe(0);
  });

  it('continues where it ended: messages written while no socket was open are told', async () => {
    const session = await visit();
    const log = await listenTo(session);
    const conversation = tiktok.conversation();
    await log.message(tiktok.write(conversation, 'before'));
    tiktok.fault('socketDropped', conversation.shopId);
    await log.waitFor(({ ends }) => ends[0], 'the end');
    const away = tiktok.write(conversation, 'while away');
    const again = await listenTo(session);
    await again.message(away);
    expect(told(again)).toEqual([away]);
    expect(again.gaps).toBe(0);
    expect(log.messages(away)).toEqual([]);
  });

  it('tells everything once and in order, whichever pushes and sockets fail', async () => {
    const session = await visit();
    const conversation = tiktok.conversation();
    const kinds = ['socketMuted', 'socketDuplicated', 'socketReordered', 'socketDelayed', 'socketDropped'] as const;
    const logs = [await listenTo(session)];
    const written: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const log = demand(logs.at(-1), 'stream');
      tiktok.fault(demand(kinds[turn % kinds.length], 'kind'), conversation.shopId, { delayMs: 5 });
      written.push(tiktok.write(conversation, `turn ${turn}`));
      if (turn % kinds.length !== kinds.length - 1) continue;
      await log.waitFor(({ ends }) => ends[0], 'the end');
      written.push(tiktok.write(conversation, `between ${turn}`));
      logs.push(await listenTo(session));
    }
    tiktok.faults.clear();
    const last = tiktok.write(conversation, 'last');
    await demand(logs.at(-1), 'stream').message(last);
    expect(logs.flatMap(told)).toEqual([...written, last]);
    expect(logs.map(({ ends }) => ends.length)).toEqual([...logs.slice(1).map(() => 1), 0]);
  });

  it('tells messages that came over a socket opened by a send', async () => {
    const session = await visit();
    const first = await listenTo(session);
    tiktok.fault('socketDropped', tiktok.conversation().shopId);
    await first.waitFor(({ ends }) => ends[0], 'the end');
    const conversation = tiktok.conversation();
    const command = { conversation: refOf(conversation), text: 'sent', quote: null, idempotencyKey: randomUUID() };
    const outcome = await session.sendText(command);
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    const written = tiktok.write(conversation, 'heard by nobody');
    const log = await listenTo(session);
    await log.message(written);
    expect(told(log)).toEqual([outcome.platformMessageId, written]);
    expect(told(first)).toEqual([]);
  });

  it('lists a conversation once, with its first buyer message', async () => {
    const log = await listenTo(await visit());
    const conversation = tiktok.conversation(tiktok.login, 0, 3);
    await log.message(tiktok.write(conversation, 'hello'));
    await log.message(tiktok.write(conversation, 'still there?'));
    const listed = log.of('conversation.listed');
    expect(listed).toHaveLength(1);
    expect(listed[0]?.conversation).toMatchObject({
      platformConversationId: conversation.conversationId,
      buyer: { buyerId: conversation.buyer.buyerId, name: conversation.buyer.name },
      address: refOf(conversation).address,
    });
  });

  it('tells that the seller has read on another device', async () => {
    const log = await listenTo(await visit());
    const conversation = tiktok.conversation();
    const message = await log.message(tiktok.write(conversation, 'unread'));
    tiktok.world.readBySeller('tiktok', conversation.conversationId, message.platformMessageId);
    const mark = await log.waitFor((seen) => seen.of('conversation.readBySeller')[0], 'the read mark of the seller');
    expect(mark.position).toBe(message.position);
  });

  it('ends as logged out when the gateway revokes the token', async () => {
    const log = await listenTo(await visit());
    tiktok.fault('tokenExpired', demand(tiktok.login.shopIds[0], 'shop'));
    expect(await log.waitFor(({ ends }) => ends[0], 'the end')).toMatchObject({ kind: 'loggedOut' });
  });

  it('ends for all shops when one shop’s socket is cut', async () => {
    const log = await listenTo(await visit(tiktok.merchant));
    tiktok.fault('socketDropped', demand(tiktok.merchant.shopIds[1], 'shop'));
    expect(await log.waitFor(({ ends }) => ends[0], 'the end')).toMatchObject({ kind: 'lost' });
    const elsewhere = tiktok.write(tiktok.conversation(tiktok.merchant, 0), 'nobody listens');
    const again = await listenTo(await visit(tiktok.merchant));
    await again.message(tiktok.write(tiktok.conversation(tiktok.merchant, 0), 'somebody listens'));
    expect(log.messages(elsewhere)).toEqual([]);
    expect(log.ends).toHaveLength(1);
  });
});

describe('sending', () => {
  const send = (session: ConnectorSession, conversation = tiktok.conversation(), key = randomUUID()) =>
    session.sendText({ conversation: refOf(conversation), text: `reply ${key}`, quote: null, idempotencyKey: key });

  it('finds the position of a message whose echo is muted', async () => {
    const session = await visit();
    await listenTo(session);
    const conversation = tiktok.conversation();
    tiktok.fault('socketMuted', conversation.shopId);
    const outcome = await send(session, conversation);
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    const [newest] = won(await session.fetchHistory(refOf(conversation), null)).items;
    expect(newest).toMatchObject({ platformMessageId: outcome.platformMessageId, position: outcome.position });
  });

  it('is told without the key when the marketplace withholds it', async () => {
    const session = await visit();
    const log = await listenTo(session);
    tiktok.fault('keyNotEchoed', tiktok.conversation().shopId);
    const outcome = await send(session);
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    expect(await log.message(outcome.platformMessageId)).toMatchObject({ idempotencyKey: null });
  });

  it('is accepted twice when the marketplace does not honour the key', async () => {
    const session = await visit();
    const key = randomUUID();
    const conversation = tiktok.conversation();
    const first = await send(session, conversation, key);
    const repeat = await send(session, conversation, key);
    expect(repeat).toEqual(first);
    tiktok.fault('keyNotHonoured', conversation.shopId);
    const other = await send(session, conversation, key);
    if (first.kind !== 'accepted' || other.kind !== 'accepted') throw new Error('not accepted');
    expect(other.platformMessageId).not.toBe(first.platformMessageId);
  });

  it('is refused for good with an empty text', async () => {
    const session = await visit();
    const outcome = await session.sendText({
      conversation: refOf(tiktok.conversation()),
      text: '',
      quote: null,
      idempotencyKey: randomUUID(),
    });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'message_refused' }, next: { kind: 'stop' } });
  });

  it('reports an unknown conversation as not found', async () => {
    const session = await visit();
    const ref = { ...refOf(tiktok.conversation()), address: {} };
    const { platformConversationId } = refOf(tiktok.conversation(tiktok.merchant));
    const outcome = await session.sendText({
      conversation: { ...ref, platformConversationId },
      text: 'hello',
      quote: null,
      idempotencyKey: randomUUID(),
    });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'not_found' } });
  });
});

describe('tokens with a short life', () => {
  it('are renewed without a login when a send or a setting finds them expired', async () => {
    const shortLived = await openTiktokHarness(150);
    try {
      const { bridge, session } = await visitTiktok(shortLived, shortLived.login, systemClock);
      const conversation = shortLived.conversation();
      const key = randomUUID();
      const command = { conversation: refOf(conversation), text: 'hello', quote: null, idempotencyKey: key };
      expect((await session.sendText(command)).kind).toBe('accepted');
      const refused = await eventually(async () => {
        const outcome = await session.sendText(command);
        return outcome.kind === 'accepted' ? null : outcome;
      }, 'the death of the token');
      expect(refused).toMatchObject({ kind: 'refused', next: { kind: 'wait', delayMs: 0 } });
      expect((await session.sendText(command)).kind).toBe('accepted');
      const [newest] = won(await session.fetchHistory(refOf(conversation), null)).items;
      const { platformMessageId, position } = demand(newest, 'message');
      won(await session.applySetting(refOf(conversation), { setting: 'read', platformMessageId, position }));
      expect(shortLived.conversation().sellerReadMessageId).toBe(platformMessageId);
      await session.close();
      await bridge.close();
    } finally {
      await shortLived.close();
    }
  });
});

describe('calls that are not answered', () => {
  it('are tried once more, then reported as timed out', async () => {
    const clock = createFakeClock(Date.now());
    const session = await visit(tiktok.login, clock);
    const { shopId } = tiktok.conversation();
    tiktok.fault('timeout', shopId, { count: 2 });
    const reading = session.fetchConversations(asPlatformShopId(shopId), null);
    for (const left of [1, 0]) {
      await eventually(async () => ((tiktok.faults.list()[0]?.remaining ?? 0) <= left ? true : null), 'the fault');
      clock.advance(10_000);
    }
    expect(await within(reading, 'the outcome')).toMatchObject({
      ok: false,
      refusal: { reason: 'request_timed_out' },
      canRetry: true,
    });
  });
});
