import { randomUUID } from 'node:crypto';
import type { ConnectorSession, ConversationRef, SendOutcome } from '@pasar/connector-kit';
import { asPlatformConversationId, offers } from '@pasar/domain';
import { expect, it } from 'vitest';
import type { LedgerEntry, Place } from '../control.ts';
import { createFakeClock } from '../fake-clock.ts';
import { eventually, within } from '../wait.ts';
import { PICTURE } from './affairs.ts';
import { RequestLog } from './request-log.ts';
import { type Stage, value } from './stage.ts';

interface Scene {
  readonly session: ConnectorSession;
  readonly place: Place;
  readonly conversation: ConversationRef;
  readonly key: string;
  send(): Promise<SendOutcome>;
  /** The messages that the marketplace accepted with this key. */
  accepted(): Promise<readonly LedgerEntry[]>;
}

async function setScene(stage: Stage, session: ConnectorSession): Promise<Scene> {
  const place = stage.takePlace();
  const conversation = await stage.refOf(session, place);
  const key = randomUUID();
  return {
    session,
    place,
    conversation,
    key,
    send: () => session.sendText({ conversation, text: `ส่งแล้วค่ะ ${key}`, quote: null, idempotencyKey: key }),
    accepted: async () => (await stage.control.ledger(place)).filter(({ idempotencyKey }) => idempotencyKey === key),
  };
}

const addFault = (stage: Stage, { place }: Scene, kind: string, delayMs = 0): Promise<string> =>
  stage.control.addFault({ kind, marketplace: place.marketplace, shopId: place.shopId, count: 1, delayMs });

/** Sends one message at one attempt, and reports its outcome correctly. */
export function sendingRules(stage: () => Stage): void {
  it('CK-T1 sends a text that is accepted once and comes back on the stream with its key', async () => {
    const session = await stage().open();
    const scene = await setScene(stage(), session);
    const { log } = await stage().listen(session);
    const outcome = await scene.send();
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    const [entry, ...more] = await scene.accepted();
    expect(more).toEqual([]);
    expect(outcome.platformMessageId).toBe(entry?.messageId);
    const echo = await log.message(outcome.platformMessageId);
    expect(echo).toMatchObject({ author: 'seller', content: { type: 'text', text: `ส่งแล้วค่ะ ${scene.key}` } });
    expect(echo.position).toBe(outcome.position);
    if (stage().connector.capabilities.isEchoingKey) expect(echo.idempotencyKey).toBe(scene.key);
  });

  it('CK-T2 is certain that a 429 was not accepted, and tells when to try again', async () => {
    const scene = await setScene(stage(), await stage().open());
    await addFault(stage(), scene, 'tooManyRequests');
    expect(await scene.send()).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'too_frequent' },
      next: { kind: 'wait', delayMs: 2_000 },
    });
    expect(await scene.accepted()).toEqual([]);
    expect((await scene.send()).kind).toBe('accepted');
  });

  it('CK-T3 is certain that a 403 was not accepted', async () => {
    const scene = await setScene(stage(), await stage().open());
    await addFault(stage(), scene, 'forbidden');
    expect((await scene.send()).kind).toBe('refused');
    expect(await scene.accepted()).toEqual([]);
  });

  it('CK-T4 never takes an expired token for an acceptance', async () => {
    const scene = await setScene(stage(), await stage().open());
    await stage().control.faultIsSpent(await addFault(stage(), scene, 'tokenExpired'));
    const first = await scene.send();
    if (first.kind === 'refused') {
      expect(first.next).toEqual({ kind: 'login' });
      expect(await scene.accepted()).toEqual([]);
      expect((await scene.send()).kind).toBe('accepted');
    } else expect(first.kind).toBe('accepted');
    expect(await scene.accepted()).toHaveLength(1);
  });

  it('CK-T5 refuses a closed conversation, and asks to reopen it where the marketplace has a rule for that', async () => {
    const session = await stage().open();
    const scene = await setScene(stage(), session);
    await stage().control.setStatus(scene.place, 'closed');
    expect(await scene.send()).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'conversation_closed' },
      next: { kind: session.reopen === null ? 'stop' : 'reopen' },
    });
    expect(await scene.accepted()).toEqual([]);
    expect(session.reopen === null).toBe(!offers(stage().harness.marketplace, 'reopen'));
    if (session.reopen === null) return;
    const reopened = value(await session.reopen(scene.conversation));
    expect(reopened).toEqual(scene.conversation);
    expect(await scene.send()).toMatchObject({ kind: 'accepted' });
  });

  it('CK-T5 names the conversation that replaces an archived conversation, and sends there', async () => {
    if (!offers(stage().harness.marketplace, 'reopen')) return;
    const session = await stage().open();
    const scene = await setScene(stage(), session);
    const { conversationId: old } = await stage().control.conversation(scene.place);
    await stage().control.setStatus(scene.place, 'archived');
    expect(await scene.send()).toMatchObject({ kind: 'refused', next: { kind: 'reopen' } });
    const reopened = await session.reopen?.(scene.conversation);
    const now = await stage().control.conversation(scene.place);
    expect(now).toMatchObject({ status: 'activated' });
    expect(now.conversationId).not.toBe(old);
    expect(reopened).toEqual({
      ok: true,
      value: { ...scene.conversation, platformConversationId: now.conversationId },
    });
    expect(await scene.send()).toMatchObject({ kind: 'refused', next: { kind: 'stop' } });
    const moved = { ...scene.conversation, platformConversationId: asPlatformConversationId(now.conversationId) };
    const command = { conversation: moved, text: `again ${scene.key}`, quote: null, idempotencyKey: scene.key };
    expect(await session.sendText(command)).toMatchObject({ kind: 'accepted' });
    expect((await scene.accepted()).map(({ messageId }) => messageId)).toEqual([
      (await stage().control.conversation(scene.place)).messages.at(-1)?.messageId,
    ]);
  });
}

/** Messages that are never sent to the marketplace. */
export function refusalRules(stage: () => Stage): void {
  it('CK-T9 sends nothing for a shop that is not the login’s', async () => {
    const log = new RequestLog();
    const session = await stage().open(stage().login, { log });
    const place = stage().takePlace();
    const own = await stage().refOf(session, place);
    const strange = { ...own, platformShopId: stage().strangeShop(stage().login) };
    const image = value(await session.calls.media.uploadImage(own, PICTURE));
    const before = (await stage().control.ledger(place)).length;
    log.forget();
    const outcomes = [
      await session.sendText({ conversation: strange, text: 'hello', quote: null, idempotencyKey: randomUUID() }),
      await session.sendImage({ conversation: strange, image, idempotencyKey: randomUUID() }),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'refused', next: { kind: 'stop' } });
    if (session.reopen !== null) expect(await session.reopen(strange)).toMatchObject({ ok: false, canRetry: false });
    expect(log.requests).toEqual([]);
    expect(await stage().control.ledger(place)).toHaveLength(before);
  });
}

/** Outcomes that cannot be known are reported as in doubt. */
export function doubtRules(stage: () => Stage): void {
  it('CK-T6 is in doubt when no answer comes in time', async () => {
    const clock = createFakeClock(Date.now());
    const scene = await setScene(stage(), await stage().open(stage().login, { clock }));
    const faultId = await addFault(stage(), scene, 'timeout');
    const sending = scene.send();
    await stage().control.faultIsSpent(faultId);
    clock.advance(stage().harness.sendTimeoutMs);
    expect((await within(sending, 'the outcome of the send')).kind).toBe('inDoubt');
    expect(await scene.accepted()).toEqual([]);
  });

  it('CK-T7 is in doubt when the answer is lost, and finds the message by its key', async () => {
    const clock = createFakeClock(Date.now());
    const scene = await setScene(stage(), await stage().open(stage().login, { clock }));
    const faultId = await addFault(stage(), scene, 'answerLost');
    const sending = scene.send();
    await stage().control.faultIsSpent(faultId);
    clock.advance(stage().harness.sendTimeoutMs);
    expect((await within(sending, 'the outcome of the send')).kind).toBe('inDoubt');
    expect(await scene.accepted()).toHaveLength(1);
    await findInHistory(stage(), scene);
  });

  it('CK-T8 is in doubt about a message that is accepted later', async () => {
    const clock = createFakeClock(Date.now());
    const scene = await setScene(stage(), await stage().open(stage().login, { clock }));
    const faultId = await addFault(stage(), scene, 'acceptedLate', 400);
    const sending = scene.send();
    await stage().control.faultIsSpent(faultId);
    clock.advance(stage().harness.sendTimeoutMs);
    expect((await within(sending, 'the outcome of the send')).kind).toBe('inDoubt');
    await eventually(async () => ((await scene.accepted()).length === 1 ? true : null), 'the late acceptance');
    await findInHistory(stage(), scene);
  });
}

/** Uses a new session, because the clock of the first session is stopped. */
async function findInHistory(stage: Stage, { conversation, key }: Scene): Promise<void> {
  const history = await stage.allHistory(await stage.open(), conversation);
  const found = history.filter(
    ({ content, idempotencyKey }) => idempotencyKey === key || (content.type === 'text' && content.text.includes(key)),
  );
  expect(found).toHaveLength(1);
  if (stage.connector.capabilities.isEchoingKey) expect(found[0]?.idempotencyKey).toBe(key);
}
