import { CALLS, type DeliveryView } from '@pasar/api';
import { type Marketplace, type MessageContent, type OutgoingCard, refusal, shownContent } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunner } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const price = { amount: '12.50', currency: 'SGD' };
const lamp = {
  itemId: '401',
  title: 'Lamp',
  price,
  oldPrice: null,
  iconUrl: 'https://pictures.example/lamp.png',
  actionUrl: null,
};
const shade = { ...lamp, itemId: '402', title: 'Shade' };
const order = { orderId: '171', orderNumber: '261120ABC', status: 'unpaid', total: price, iconUrl: null };
const voucher = { voucherId: '81', voucherCode: 'TEN', title: 'Ten off', discount: null };
const sticker = { stickerId: '7', packageId: '1', imageUrl: 'https://pictures.example/7.png', text: '[smile]' };

const CARDS: readonly (readonly [name: string, marketplace: Marketplace, card: OutgoingCard])[] = [
  ['a product', 'tiktok', { type: 'products', products: [lamp] }],
  ['a list of products', 'shopee', { type: 'products', products: [lamp, shade] }],
  ['an order', 'lazada', { type: 'order', order }],
  ['a voucher', 'shopee', { type: 'voucher', voucher }],
  ['a sticker', 'lazada', { type: 'sticker', sticker }],
  ['an invitation to follow', 'lazada', { type: 'follow' }],
  ['a rating card', 'tiktok', { type: 'rating' }],
];
/** Messages that are not the card, though they are of its kind. */
const OTHERS: Readonly<Record<OutgoingCard['type'], MessageContent>> = {
  products: { type: 'products', products: [shade], wireType: 'product', raw: null },
  order: { type: 'order', order: { ...order, orderId: '172', orderNumber: null }, wireType: 'order', raw: null },
  voucher: { type: 'voucher', voucher: { ...voucher, voucherId: '82' }, wireType: 'voucher', raw: null },
  sticker: { type: 'text', text: '[laugh]' },
  follow: { type: 'text', text: 'follow' },
  rating: { type: 'text', text: 'rating' },
};

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** A seller with one shop, `11`, of the marketplace, and one conversation with a buyer's message. */
async function enter(marketplace: Marketplace) {
  tenants += 1;
  const name = `cards-${tenants}@x`;
  const tenant = await makeTenant(database, name, [['11']]);
  await database.owner.query('update shop set marketplace = $2 where account_id = $1', [tenant.accountId, marketplace]);
  const [owner] = tenant.connections as [OwnedConnection];
  const first = messageAt('11', 'c', 1, 'buyer');
  const take = (...messages: (typeof first)[]) =>
    ingest(
      database.engine,
      tenant.accountId,
      messages.map((message) => ({ kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } })),
    );
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
  ]);
  await take(first);
  const one = async (text: string, ...values: unknown[]) => (await database.owner.query(text, values)).rows[0];
  const { conversation_id: conversationId } = await one(
    'select conversation_id from conversation where account_id = $1',
    tenant.accountId,
  );
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, name, 'right');
  const send = (card: OutgoingCard, clientId: string = crypto.randomUUID()) =>
    visitor.call(CALLS.chat.sendCard, { conversationId, clientId, card });
  const sent = async (card: OutgoingCard): Promise<DeliveryView> => {
    const answer = await send(card);
    if (answer.result !== 'success') throw new Error(answer.reason);
    return CALLS.chat.sendCard.output.parse(answer.data).delivery;
  };
  const shown = async () => {
    const answer = await visitor.call(CALLS.chat.messages, { conversationId });
    if (answer.result !== 'success') throw new Error(answer.reason);
    return CALLS.chat.messages.output.parse(answer.data);
  };
  const state = (deliveryId: string) => async () =>
    (await one('select state from delivery where delivery_id = $1', deliveryId)).state as string;
  const serve = async (connector: ScriptedConnector) => {
    connector.histories.set('c', [first]);
    connector.listed = [listing('11', 'c', { lastMessageId: first.platformMessageId, lastMessageAt: first.sentAt })];
    const { runner, stop } = openRunner(database, owner, connector);
    ended.push(stop);
    const isLive = async () =>
      (await one('select state from connection where connection_id = $1', owner.connectionId)).state;
    await expect.poll(isLive, PATIENT).toBe('live');
    return runner;
  };
  return { send, sent, shown, state, serve, take, conversationId, one };
}

describe('a card', () => {
  test.each(CARDS)('is sent with its key, and shown as sent: %s', async (_, marketplace, card) => {
    const seller = await enter(marketplace);
    const delivery = await seller.sent(card);
    expect(delivery).toMatchObject({ mark: 'pending', content: card });
    const connector = new ScriptedConnector(20, marketplace);
    const runner = await seller.serve(connector);
    runner.wake();
    await expect.poll(seller.state(delivery.deliveryId), PATIENT).toBe('confirmed');
    expect(connector.asked.cards).toMatchObject([{ card, idempotencyKey: delivery.clientId }]);
    const { messages } = await seller.shown();
    const [message] = messages.filter(({ clientId }) => clientId === delivery.clientId);
    expect(message?.content).toEqual(shownContent(card));
  });

  test.each(CARDS)('is put into the ledger once, however often it is sent: %s', async (_, marketplace, card) => {
    const seller = await enter(marketplace);
    const clientId = crypto.randomUUID();
    const first = await seller.send(card, clientId);
    // The facts beside the ids may have changed since.
    const again = card.type === 'voucher' ? { ...card, voucher: { ...voucher, title: 'Eleven off' } } : card;
    expect(await seller.send(again, clientId)).toEqual(first);
    const other: OutgoingCard = { type: 'products', products: [{ ...lamp, itemId: '409' }] };
    expect(await seller.send(other, clientId)).toMatchObject({ result: 'fail', code: 'invalid_request' });
    expect((await seller.shown()).deliveries).toHaveLength(1);
  });

  test.each<[string, Marketplace, OutgoingCard]>([
    ['a list of products', 'lazada', { type: 'products', products: [lamp, shade] }],
    ['a list of products', 'tiktok', { type: 'products', products: [lamp, shade] }],
    ['an order', 'tiktok', { type: 'order', order }],
    ['a voucher', 'tiktok', { type: 'voucher', voucher }],
    ['a sticker', 'tiktok', { type: 'sticker', sticker }],
    ['a sticker', 'shopee', { type: 'sticker', sticker }],
    ['an invitation to follow', 'shopee', { type: 'follow' }],
    ['an invitation to follow', 'tiktok', { type: 'follow' }],
    ['a rating card', 'shopee', { type: 'rating' }],
    ['a rating card', 'lazada', { type: 'rating' }],
  ])('is refused where the marketplace has none: %s at %s', async (_, marketplace, card) => {
    const seller = await enter(marketplace);
    expect(await seller.send(card)).toMatchObject({ result: 'fail', code: 'invalid_request' });
    expect((await seller.shown()).deliveries).toEqual([]);
  });

  test('is refused when there is too much of it', async () => {
    const seller = await enter('shopee');
    const products = Array.from({ length: 11 }, (__, index) => ({ ...lamp, itemId: String(index + 1) }));
    expect(await seller.send({ type: 'products', products })).toMatchObject({ result: 'fail' });
    expect(await seller.send({ type: 'products', products: [] })).toMatchObject({ result: 'fail' });
    const long = { ...lamp, title: 'x'.repeat(30_000) };
    expect(await seller.send({ type: 'products', products: [long] })).toMatchObject({ result: 'fail' });
  });

  test('that the marketplace refuses is a refused card, and no refused text', async () => {
    const seller = await enter('shopee');
    const { deliveryId } = await seller.sent({ type: 'voucher', voucher });
    const connector = new ScriptedConnector();
    const why = refusal('message_refused', 'voucher_not_found');
    connector.outcomes.push({ kind: 'refused', refusal: why, next: { kind: 'stop' } });
    const runner = await seller.serve(connector);
    runner.wake();
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('refused');
    expect((await seller.shown()).deliveries).toMatchObject([
      { mark: 'failed', refusal: { reason: 'card_refused', detail: 'voucher_not_found' } },
    ]);
  });

  test.each(CARDS)('in doubt is found by what it names, and by nothing else: %s', async (_, marketplace, card) => {
    const seller = await enter(marketplace);
    const { deliveryId, clientId } = await seller.sent(card);
    await seller.one(
      "update delivery set state = 'unconfirmed', attempt = 1, intent_at = $2 where delivery_id = $1",
      deliveryId,
      Date.now(),
    );
    const echo = (number: number, content: MessageContent) =>
      messageAt('11', 'c', number, 'seller', { content, sentAt: Date.now() });
    await seller.take(echo(10, OTHERS[card.type]));
    expect(await seller.state(deliveryId)()).toBe('unconfirmed');
    await seller.take(echo(11, bare(card)));
    expect(await seller.state(deliveryId)()).toBe('confirmed');
    const { messages } = await seller.shown();
    expect(messages.filter((message) => message.clientId === clientId)).toHaveLength(1);
  });

  test('that comes back with less than was sent keeps what was sent', async () => {
    const seller = await enter('tiktok');
    const { clientId } = await seller.sent({ type: 'products', products: [lamp] });
    const content = bare({ type: 'products', products: [lamp] });
    await seller.take(messageAt('11', 'c', 12, 'seller', { content, idempotencyKey: clientId, sentAt: Date.now() }));
    const { messages, deliveries } = await seller.shown();
    expect(deliveries).toEqual([]);
    const [message] = messages.filter((item) => item.clientId === clientId);
    expect(message?.content).toMatchObject({ type: 'products', products: [lamp], wireType: 'theirs' });
  });
});

/** The card as a marketplace returns it that tells no more than ids. */
function bare(card: OutgoingCard): MessageContent {
  const kept = { wireType: 'theirs', raw: null };
  const nothing = { title: null, price: null, oldPrice: null, iconUrl: null, actionUrl: null };
  switch (card.type) {
    case 'products':
      return { type: 'products', products: card.products.map(({ itemId }) => ({ itemId, ...nothing })), ...kept };
    case 'order': {
      const orderId = card.order.orderNumber ?? card.order.orderId;
      return {
        type: 'order',
        order: { orderId, orderNumber: null, status: null, total: null, iconUrl: null },
        ...kept,
      };
    }
    case 'voucher': {
      const { voucherId } = card.voucher;
      return { type: 'voucher', voucher: { voucherId, voucherCode: null, title: null, discount: null }, ...kept };
    }
    case 'sticker':
      return { type: 'text', text: card.sticker.text };
    case 'follow':
      return { type: 'follow', follow: { text: null }, ...kept };
    case 'rating':
      return { type: 'rating', rating: { orderId: null, stars: null, text: null }, ...kept };
  }
}
