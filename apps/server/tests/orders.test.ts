import { CALLS } from '@pasar/api';
import type { Page, SessionAnswer } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformShopId,
  asShopId,
  type Order,
  type OrderDetail,
  type Parcel,
  refusal,
} from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { readOrdersOfMessages } from '../src/records/readings.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { orderRecord } from './harness/orders.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let ours: TestTenant;
let web: TestWeb;
let main: Visitor;
let writer: Visitor;
let elsewhere: Visitor;
let conversationId: string;
let shopId: string;
const { buyerId, name: buyerName } = listing('11', 'c').buyer;
/** The questions to the marketplace, and its answers, the last of which stays. */
const asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];
let answers: readonly SessionAnswer<unknown>[];

const money = (amount: string) => ({ amount, currency: 'SGD' });
const order = (more: Partial<Order>): Order => ({
  orderId: '171',
  orderNumber: '261120ABC',
  buyerId: asBuyerId(buyerId),
  buyerName,
  status: 'finished',
  wireStatus: '4',
  total: money('21'),
  createdAt: 5,
  items: [],
  sellerNote: 'a note of ours',
  ...more,
});
const PARCEL: Parcel = {
  parcelId: 'P1',
  carrier: 'Van',
  trackingNumber: 'T-1',
  events: [{ at: 9, text: 'on its way' }],
};
const detail = (more: Partial<OrderDetail>): OrderDetail => ({
  ...order({}),
  paymentMethod: 'wallet',
  shippingFee: money('1'),
  address: { receiver: 'Ann', phone: '6590000001', fullAddress: '1 Orchard Road' },
  parcels: [PARCEL],
  isRatable: false,
  ...more,
});
const given = (value: unknown): SessionAnswer<unknown> => ({ ok: true, value });
const page = (next: string | null, ...items: Order[]): SessionAnswer<Page<Order>> => ({
  ok: true,
  value: { items, next, unreadable: [] },
});
const refused = (...told: Parameters<typeof refusal>): SessionAnswer<unknown> => ({
  ok: false,
  refusal: refusal(...told),
  canRetry: false,
});

beforeAll(async () => {
  database = await openTestDatabase();
  const members = [
    { username: 'ours:chat', password: 'right', name: 'chat', permissionCodeList: ['chat' as const], shops: [] },
    {
      username: 'ours:other',
      password: 'right',
      name: 'other',
      permissionCodeList: ['order' as const],
      shops: [{ marketplace: 'shopee' as const, platformShopId: '12' }],
    },
  ];
  ours = await makeTenant(database, 'ours@x', [['11', '12']], members);
  const [owner] = ours.connections;
  if (owner === undefined) throw new Error('no connection');
  shopId = owner.shopIds.get(asPlatformShopId('11')) ?? '';
  await ingest(database.engine, ours.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
  ]);
  const found = await database.owner.query('select conversation_id from conversation where account_id = $1', [
    ours.accountId,
  ]);
  conversationId = found.rows[0]?.conversation_id;
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method, args) => {
      asked.push({ method, args });
      return answers[Math.min(asked.length, answers.length) - 1] as never;
    },
  });
  main = await visitor('ours@x');
  writer = await visitor('ours:chat');
  elsewhere = await visitor('ours:other');
});
beforeEach(() => {
  asked.length = 0;
  answers = [];
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function visitor(username: string): Promise<Visitor> {
  const made = new Visitor(web.origin);
  expect((await made.logIn(CALLS.account.login, username, 'right')).result).toBe('success');
  return made;
}

describe('the orders of a buyer', () => {
  const listed = () => main.call(CALLS.orders.orderList, { conversationId });

  test('are read page by page, unfinished ones first, each as the marketplace tells it, with the time', async () => {
    const before = Date.now();
    const old = order({ orderId: '1', createdAt: 1, status: 'unpaid' });
    const second = order({ orderId: '2', createdAt: 2, buyerId: null });
    const ofNamesake = order({ orderId: '4', createdAt: 4, buyerId: asBuyerId('another') });
    answers = [page('2', order({ orderId: '3', createdAt: 3 }), ofNamesake), page(null, second, old)];
    const answer = await listed();
    expect(answer).toMatchObject({ result: 'success', data: { isComplete: true, unreadableCount: 0 } });
    const { orders, asOf } = (answer as { data: { orders: Order[]; asOf: number } }).data;
    expect(orders.map(({ orderId }) => orderId)).toEqual(['1', '3', '2']);
    expect(orders[0]).toEqual(old);
    expect(asOf).toBeGreaterThanOrEqual(before);
    const search = { status: null, buyer: { buyerId, name: buyerName }, keyword: null };
    expect(asked).toEqual(
      [null, '2'].map((cursor) => ({ method: 'orders.listOrders', args: ['11', { ...search, cursor }] })),
    );
  });

  test('come from the order book once the shop’s orders are read, whose list is then read again', async () => {
    const times = { now: Date.now(), day: 86_400_000 };
    await database.owner.query(
      `insert into reading (shop_id, subject, account_id, state, due_at, started_at, ended_at, complete_to)
       values ($1, 'orders', $2, 'done', $3, $4, $5, $5)`,
      [shopId, ours.accountId, times.now + times.day, times.now - 120_000, times.now - 110_000],
    );
    const records = ['old', 'young', 'another'].map((id, index) =>
      orderRecord(id, { buyerId: id === 'another' ? asBuyerId('another') : buyerId, createdAt: index + 1 }),
    );
    await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
      storeOrders(transaction, { accountId: ours.accountId, shopId: asShopId(shopId), records, readAt: times.now }),
    );
    const answer = await listed();
    expect(answer).toMatchObject({ result: 'success', data: { isComplete: false, asOf: times.now - 110_000 } });
    const { orders } = (answer as { data: { orders: Order[] } }).data;
    expect(orders.map(({ orderId }) => orderId)).toEqual(['young', 'old']);
    expect(asked).toEqual([]);
    const dueAt = async () =>
      Number((await database.owner.query('select due_at from reading where shop_id = $1', [shopId])).rows[0]?.due_at);
    expect(await dueAt()).toBeLessThanOrEqual(Date.now());
    // Within a minute of a reading no other one begins for a member, but a message about an order asks for one then.
    const soon = times.now - 10_000;
    await database.owner.query('update reading set due_at = $2, started_at = $3 where shop_id = $1', [
      shopId,
      times.now + times.day,
      soon,
    ]);
    await listed();
    expect(await dueAt()).toBe(times.now + times.day);
    await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
      readOrdersOfMessages(transaction, new Map([[shopId, soon - 1]])),
    );
    expect(await dueAt()).toBe(times.now + times.day);
    await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
      readOrdersOfMessages(transaction, new Map([[shopId, soon + 1]])),
    );
    expect(await dueAt()).toBe(soon + 60_000);
    await database.owner.query('delete from reading');
  });

  test('of whom there are too many are incomplete', async () => {
    answers = [page('again', order({}))];
    expect(await listed()).toMatchObject({ data: { isComplete: false } });
    expect(asked).toHaveLength(5);
  });

  test('that cannot be fetched are refused with the marketplace’s words', async () => {
    answers = [refused('unexpected_answer', 'no such page')];
    expect(await listed()).toMatchObject({ result: 'fail', code: 'order_fetch_failed', detail: 'no such page' });
  });

  test('are not given to a member without the key, nor to one who does not see the shop', async () => {
    answers = [page(null)];
    expect(await writer.call(CALLS.orders.orderList, { conversationId })).toMatchObject({ code: 'no_permission' });
    expect(await elsewhere.call(CALLS.orders.orderList, { conversationId })).toMatchObject({ code: 'not_found' });
    expect(asked).toEqual([]);
  });

  test('by their numbers are those that are unfinished', async () => {
    const user = { userId: '11', platform: 'shopee', buyerId };
    answers = [
      page(
        null,
        order({ orderNumber: 'DONE' }),
        order({ orderNumber: 'SENT', status: 'wait_receiver_confirm', createdAt: 1 }),
        order({ orderNumber: 'NEW', status: 'unpaid', createdAt: 2 }),
      ),
    ];
    expect(await main.call(CALLS.orders.getBuyerUnfinishedOrderSns, user)).toEqual({
      result: 'success',
      data: { platformOrderSns: ['NEW', 'SENT'], isComplete: true },
    });
    const stranger = { ...user, buyerId: 'nobody' };
    expect(await main.call(CALLS.orders.getBuyerUnfinishedOrderSns, stranger)).toMatchObject({ code: 'not_found' });
    expect(await elsewhere.call(CALLS.orders.getBuyerUnfinishedOrderSns, user)).toMatchObject({ code: 'not_found' });
  });
});

describe('one order', () => {
  test('is told with its address and parcels, by its id or by the number of a card', async () => {
    answers = [given(detail({}))];
    expect(await main.call(CALLS.orders.orderDetail, { shopId, orderId: '261120ABC' })).toMatchObject({
      result: 'success',
      data: { order: detail({}) },
    });
    expect(asked).toEqual([{ method: 'orders.orderDetail', args: ['11', '261120ABC'] }]);
    expect(await main.call(CALLS.orders.orderDetail, { shopId, orderId: '../x' })).toMatchObject({
      code: 'invalid_request',
    });
  });

  test('has parcels with their events', async () => {
    answers = [given(new Map([['171', [PARCEL]]]))];
    expect(await main.call(CALLS.orders.orderLogistics, { shopId, orderId: '171' })).toMatchObject({
      data: { parcels: [PARCEL] },
    });
    expect(asked).toEqual([{ method: 'orders.logistics', args: ['11', ['171']] }]);
    answers = [refused('not_found', 'gone')];
    expect(await main.call(CALLS.orders.orderLogistics, { shopId, orderId: '171' })).toMatchObject({
      code: 'logistics_failed',
    });
  });

  test('tells its buyer by its number, and the conversation with the buyer', async () => {
    answers = [page(null, order({ orderId: '9', orderNumber: '261120ABCD' }), order({})), given(detail({}))];
    const input = { userId: '11', platform: 'shopee', platformOrderSn: '261120ABC' };
    expect(await main.call(CALLS.orders.getBuyerInfoByPlatformOrderSn, input)).toEqual({
      result: 'success',
      data: {
        buyerId,
        buyerName,
        conversationId,
        receiver: 'Ann',
        phone: '6590000001',
        fullAddress: '1 Orchard Road',
      },
    });
    expect(asked.at(-1)).toEqual({ method: 'orders.orderDetail', args: ['11', '171'] });
    answers = [page(null)];
    expect(await main.call(CALLS.orders.getBuyerInfoByPlatformOrderSn, input)).toMatchObject({ code: 'not_found' });
  });
});

describe('what is written about an order', () => {
  test('a note goes to the marketplace without spaces around it; an empty one removes it', async () => {
    answers = [given(null)];
    const note = { userId: '11', platform: 'shopee', orderId: '171', buyerId };
    expect(await main.call(CALLS.orders.updateOrderSellerNote, { ...note, note: ' wrap it ' })).toEqual({
      result: 'success',
      data: {},
    });
    await main.call(CALLS.orders.updateOrderSellerNote, { userId: '11', orderId: '171', note: '' });
    expect(asked).toEqual([
      { method: 'orders.writeSellerNote', args: ['11', { orderId: '171', buyerId, note: 'wrap it' }] },
      { method: 'orders.writeSellerNote', args: ['11', { orderId: '171', buyerId: null, note: '' }] },
    ]);
    const long = { ...note, note: 'x'.repeat(501) };
    expect(await main.call(CALLS.orders.updateOrderSellerNote, long)).toMatchObject({ code: 'invalid_request' });
    expect(await elsewhere.call(CALLS.orders.updateOrderSellerNote, { ...note, note: 'x' })).toMatchObject({
      code: 'not_found',
    });
    expect(asked).toHaveLength(2);
  });

  test('a rating needs a score and an order that can be rated', async () => {
    const rating = { shopId, orderId: '171', stars: 4, comment: ' quick ' };
    const { stars: _none, ...withoutScore } = rating;
    expect(await main.call(CALLS.orders.rateBuyer, withoutScore)).toMatchObject({ code: 'invalid_request' });
    expect(asked).toEqual([]);
    answers = [given(detail({}))];
    expect(await main.call(CALLS.orders.rateBuyer, rating)).toMatchObject({ code: 'order_not_ratable' });
    answers = [given(detail({ isRatable: true })), given(detail({ isRatable: true })), given(null)];
    expect(await main.call(CALLS.orders.rateBuyer, rating)).toEqual({ result: 'success', data: {} });
    expect(asked.at(-1)).toEqual({
      method: 'orders.rateBuyer',
      args: ['11', { orderId: '171', stars: 4, comment: 'quick' }],
    });
  });
});
