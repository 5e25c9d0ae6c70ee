import { randomUUID } from 'node:crypto';
import type { ConnectorSession, ConversationRef, SendOutcome } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformConversationId,
  type BuyerId,
  type ConversationFacts,
  offers,
  type PlatformShopId,
} from '@pasar/domain';
import { expect, it } from 'vitest';
import type { LedgerEntry, Place, SimulatorLogin } from '../control.ts';
import { createFakeClock } from '../fake-clock.ts';
import { eventually, within } from '../wait.ts';
import { PICTURE } from './affairs.ts';
import { type ContractHarness, readAll, value } from './harness.ts';
import { RequestLog } from './request-log.ts';

interface SendingHarness {
  readonly session: ConnectorSession;
  readonly place: Place;
  readonly conversation: ConversationRef;
  readonly key: string;
  send(): Promise<SendOutcome>;
  /** The messages that the marketplace accepted with this key. */
  accepted(): Promise<readonly LedgerEntry[]>;
}

async function openSending(harness: ContractHarness, session: ConnectorSession): Promise<SendingHarness> {
  const place = harness.takePlace();
  const conversation = await harness.refOf(session, place);
  const key = randomUUID();
  return {
    session,
    place,
    conversation,
    key,
    send: () => session.sendText({ conversation, text: `ส่งแล้วค่ะ ${key}`, quote: null, idempotencyKey: key }),
    accepted: async () => (await harness.control.ledger(place)).filter(({ idempotencyKey }) => idempotencyKey === key),
  };
}

const addFault = (harness: ContractHarness, { place }: SendingHarness, kind: string, delayMs = 0): Promise<string> =>
  harness.control.addFault({ kind, marketplace: place.marketplace, shopId: place.shopId, count: 1, delayMs });

/** Sends one message at one attempt, and reports its outcome correctly. */
export function sendingRules(harness: () => ContractHarness): void {
  it('CK-T1 sends a text that is accepted once and comes back on the stream with its key', async () => {
    const session = await harness().open();
    const sending = await openSending(harness(), session);
    const { log } = await harness().listen(session);
    const outcome = await sending.send();
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    const [entry, ...more] = await sending.accepted();
    expect(more).toEqual([]);
    expect(outcome.platformMessageId).toBe(entry?.messageId);
    const echo = await log.message(outcome.platformMessageId);
    expect(echo).toMatchObject({ author: 'seller', content: { type: 'text', text: `ส่งแล้วค่ะ ${sending.key}` } });
    expect(echo.position).toBe(outcome.position);
    if (harness().connector.capabilities.isEchoingKey) expect(echo.idempotencyKey).toBe(sending.key);
  });

  it('CK-T2 is certain that a 429 was not accepted, and tells when to try again', async () => {
    const sending = await openSending(harness(), await harness().open());
    await addFault(harness(), sending, 'tooManyRequests');
    expect(await sending.send()).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'too_frequent' },
      next: { kind: 'wait', delayMs: 2_000 },
    });
    expect(await sending.accepted()).toEqual([]);
    expect((await sending.send()).kind).toBe('accepted');
  });

  it('CK-T3 is certain that a 403 was not accepted', async () => {
    const sending = await openSending(harness(), await harness().open());
    await addFault(harness(), sending, 'forbidden');
    expect((await sending.send()).kind).toBe('refused');
    expect(await sending.accepted()).toEqual([]);
  });

  it('CK-T4 never takes an expired token for an acceptance', async () => {
    const sending = await openSending(harness(), await harness().open());
    await harness().control.faultIsSpent(await addFault(harness(), sending, 'tokenExpired'));
    const first = await sending.send();
    if (first.kind === 'refused') {
      expect(first.next).toEqual({ kind: 'login' });
      expect(await sending.accepted()).toEqual([]);
      expect((await sending.send()).kind).toBe('accepted');
    } else expect(first.kind).toBe('accepted');
    expect(await sending.accepted()).toHaveLength(1);
  });

  it('CK-T5 refuses a closed conversation, and asks to reopen it where the marketplace has a rule for that', async () => {
    const session = await harness().open();
    const sending = await openSending(harness(), session);
    await harness().control.setStatus(sending.place, 'closed');
    expect(await sending.send()).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'conversation_closed' },
      next: { kind: session.reopen === null ? 'stop' : 'reopen' },
    });
    expect(await sending.accepted()).toEqual([]);
    expect(session.reopen === null).toBe(!offers(harness().subject.marketplace, 'reopen'));
    if (session.reopen === null) return;
    const reopened = value(await session.reopen(sending.conversation));
    expect(reopened).toEqual(sending.conversation);
    expect(await sending.send()).toMatchObject({ kind: 'accepted' });
  });

  it('CK-T5 names the conversation that replaces an archived conversation, and sends there', async () => {
    if (!offers(harness().subject.marketplace, 'reopen')) return;
    const session = await harness().open();
    const sending = await openSending(harness(), session);
    const { conversationId: old } = await harness().control.conversation(sending.place);
    await harness().control.setStatus(sending.place, 'archived');
    expect(await sending.send()).toMatchObject({ kind: 'refused', next: { kind: 'reopen' } });
    const reopened = await session.reopen?.(sending.conversation);
    const now = await harness().control.conversation(sending.place);
    expect(now).toMatchObject({ status: 'activated' });
    expect(now.conversationId).not.toBe(old);
    expect(reopened).toEqual({
      ok: true,
      value: { ...sending.conversation, platformConversationId: now.conversationId },
    });
    expect(await sending.send()).toMatchObject({ kind: 'refused', next: { kind: 'stop' } });
    const moved = { ...sending.conversation, platformConversationId: asPlatformConversationId(now.conversationId) };
    const command = { conversation: moved, text: `again ${sending.key}`, quote: null, idempotencyKey: sending.key };
    expect(await session.sendText(command)).toMatchObject({ kind: 'accepted' });
    expect((await sending.accepted()).map(({ messageId }) => messageId)).toEqual([
      (await harness().control.conversation(sending.place)).messages.at(-1)?.messageId,
    ]);
  });
}

/** Conversations with buyers who have ordered and never written. */
export function openingRules(harness: () => ContractHarness): void {
  it('CK-T10 opens the conversation with a buyer who only ordered, once, and a first text is accepted there', async () => {
    const session = await harness().open();
    const shop = harness().shopOf(harness().login, 0);
    const { marketplace } = harness().subject;
    const written = new Set((await readAll((cursor) => session.fetchConversations(shop, cursor))).map(buyerOf));
    const { orders } = await harness().tradeOf(shop);
    const silent = orders.map(({ buyerId }) => asBuyerId(buyerId)).filter((buyerId) => !written.has(buyerId));
    const [buyerId] = silent;
    if (buyerId === undefined) throw new Error('every buyer of this shop has written');
    const conversation = value(await session.calls.buyers.openConversation(shop, buyerId));
    expect(conversation).toMatchObject({ platformShopId: shop, buyerId });
    expect(await session.calls.buyers.openConversation(shop, buyerId)).toEqual({ ok: true, value: conversation });
    const { log } = await harness().listen(session);
    const command = { conversation, text: 'Your parcel is on its way', quote: null, idempotencyKey: randomUUID() };
    const sent = await session.sendText(command);
    if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent));
    expect(await harness().control.ledger({ marketplace, shopId: shop, buyerId })).toHaveLength(1);
    expect(await log.message(sent.platformMessageId)).toMatchObject({
      platformConversationId: conversation.platformConversationId,
    });
    const listed = await readAll((cursor) => session.fetchConversations(shop, cursor));
    expect(listed.find((facts) => buyerOf(facts) === buyerId)).toMatchObject({
      platformConversationId: conversation.platformConversationId,
      address: conversation.address,
    });
    expect(await session.calls.buyers.openConversation(shop, asBuyerId('1'))).toMatchObject({
      ok: false,
      canRetry: false,
    });
  });
}
/** Buyers who wrote and ordered so long ago that no marketplace lets the shop write to them. */
export function reachRules(harness: () => ContractHarness): void {
  it('CK-T11 says that the marketplace lets the shop write no more to a buyer, until the buyer writes', async () => {
    const { marketplace } = harness().subject;
    const login = harness().merchant ?? harness().login;
    const session = await harness().open(login);
    const { shop, silent, writer } = await oldBuyers(harness(), session, login);
    await harness().control.addFault({ kind: 'sendLimits', marketplace, shopId: shop });
    const text = 'A new offer for you';
    const send = (conversation: ConversationRef): Promise<SendOutcome> =>
      session.sendText({ conversation, text, quote: null, idempotencyKey: randomUUID() });
    const outOfReach = { kind: 'refused', refusal: { reason: 'buyer_out_of_reach' }, next: { kind: 'stop' } };

    const opened = await session.calls.buyers.openConversation(shop, silent);
    // Shopee opens the conversation and refuses the message.
    if (opened.ok) expect(await send(opened.value)).toMatchObject(outOfReach);
    else expect(opened).toMatchObject({ refusal: { reason: 'buyer_out_of_reach' }, canRetry: false });
    expect(await harness().control.ledger({ marketplace, shopId: shop, buyerId: silent })).toEqual([]);

    const place = { marketplace, shopId: shop, buyerId: writer };
    const known = await harness().refOf(session, place);
    // Lazada asks for the order only where a conversation is opened.
    if (marketplace === 'lazada') expect(await send(known)).toMatchObject({ kind: 'accepted' });
    else expect(await send(known)).toMatchObject(outOfReach);
    await harness().control.post(place, 'is it still for sale?');
    expect(await send(known)).toMatchObject({ kind: 'accepted' });
  });
}

interface OldBuyers {
  readonly shop: PlatformShopId;
  /** A buyer who ordered and never wrote, and one who wrote; neither asked for a return. */
  readonly silent: BuyerId;
  readonly writer: BuyerId;
}
async function oldBuyers(
  harness: ContractHarness,
  session: ConnectorSession,
  login: SimulatorLogin,
): Promise<OldBuyers> {
  for (const [index] of login.shopIds.entries()) {
    const shop = harness.shopOf(login, index);
    const { orders, returns } = await harness.tradeOf(shop);
    const askBack = new Set(returns.map(({ order }) => asBuyerId(order.buyerId)));
    const wrote = (await readAll((cursor) => session.fetchConversations(shop, cursor))).map(buyerOf);
    const silent = orders
      .map(({ buyerId }) => asBuyerId(buyerId))
      .find((buyerId) => !wrote.includes(buyerId) && !askBack.has(buyerId));
    const writer = wrote.find((buyerId) => !askBack.has(buyerId));
    if (silent !== undefined && writer !== undefined) return { shop, silent, writer };
  }
  throw new Error('no shop has both buyers');
}
const buyerOf = ({ buyer }: ConversationFacts) => buyer.buyerId;

/** Messages that are never sent to the marketplace. */
export function refusalRules(harness: () => ContractHarness): void {
  it('CK-T9 sends nothing for a shop that is not the login’s', async () => {
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const place = harness().takePlace();
    const own = await harness().refOf(session, place);
    const strange = { ...own, platformShopId: harness().strangeShop(harness().login) };
    const image = value(await session.calls.media.uploadImage(own, PICTURE));
    const [product] = (await harness().tradeOf(own.platformShopId)).products;
    const bare = { title: null, price: null, oldPrice: null, iconUrl: null, actionUrl: null };
    const card = { type: 'products' as const, products: [{ ...bare, itemId: product?.productId ?? '' }] };
    const before = (await harness().control.ledger(place)).length;
    log.forget();
    const outcomes = [
      await session.sendText({ conversation: strange, text: 'hello', quote: null, idempotencyKey: randomUUID() }),
      await session.sendImage({ conversation: strange, image, idempotencyKey: randomUUID() }),
      await session.sendCard({ conversation: strange, card, idempotencyKey: randomUUID() }),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'refused', next: { kind: 'stop' } });
    if (session.reopen !== null) expect(await session.reopen(strange)).toMatchObject({ ok: false, canRetry: false });
    expect(log.requests).toEqual([]);
    expect(await harness().control.ledger(place)).toHaveLength(before);
  });
}

/** Outcomes that cannot be known are reported as in doubt. */
export function doubtRules(harness: () => ContractHarness): void {
  it('CK-T6 is in doubt when no answer comes in time', async () => {
    const clock = createFakeClock(Date.now());
    const sending = await openSending(harness(), await harness().open(harness().login, { clock }));
    const faultId = await addFault(harness(), sending, 'timeout');
    const outcome = sending.send();
    await harness().control.faultIsSpent(faultId);
    clock.advance(harness().subject.sendTimeoutMs);
    expect((await within(outcome, 'the outcome of the send')).kind).toBe('inDoubt');
    expect(await sending.accepted()).toEqual([]);
  });

  it('CK-T7 is in doubt when the answer is lost, and finds the message by its key', async () => {
    const clock = createFakeClock(Date.now());
    const sending = await openSending(harness(), await harness().open(harness().login, { clock }));
    const faultId = await addFault(harness(), sending, 'answerLost');
    const outcome = sending.send();
    await harness().control.faultIsSpent(faultId);
    clock.advance(harness().subject.sendTimeoutMs);
    expect((await within(outcome, 'the outcome of the send')).kind).toBe('inDoubt');
    expect(await sending.accepted()).toHaveLength(1);
    await findInHistory(harness(), sending);
  });

  it('CK-T8 is in doubt about a message that is accepted later', async () => {
    const clock = createFakeClock(Date.now());
    const sending = await openSending(harness(), await harness().open(harness().login, { clock }));
    const faultId = await addFault(harness(), sending, 'acceptedLate', 400);
    const outcome = sending.send();
    await harness().control.faultIsSpent(faultId);
    clock.advance(harness().subject.sendTimeoutMs);
    expect((await within(outcome, 'the outcome of the send')).kind).toBe('inDoubt');
    await eventually(async () => ((await sending.accepted()).length === 1 ? true : null), 'the late acceptance');
    await findInHistory(harness(), sending);
  });
}

/** Uses a new session, because the clock of the first session is stopped. */
async function findInHistory(harness: ContractHarness, { conversation, key }: SendingHarness): Promise<void> {
  const history = await harness.allHistory(await harness.open(), conversation);
  const found = history.filter(
    ({ content, idempotencyKey }) => idempotencyKey === key || (content.type === 'text' && content.text.includes(key)),
  );
  expect(found).toHaveLength(1);
  if (harness.connector.capabilities.isEchoingKey) expect(found[0]?.idempotencyKey).toBe(key);
}
