import { CALLS } from '@pasar/api';
import type { SessionAnswer } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, type Order, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let ours: TestTenant;
let web: TestWeb;
let main: Visitor;
let shopId: string;
const asked: string[] = [];
let answers: Readonly<Record<string, SessionAnswer<unknown> | null>> = {};

const ORDER: Order = {
  orderId: '171',
  orderNumber: '261120ABC',
  buyerId: asBuyerId('901'),
  buyerName: 'Aisyah',
  status: 'unpaid',
  wireStatus: '1',
  total: { amount: '21', currency: 'SGD' },
  createdAt: 5,
  items: [],
  sellerNote: null,
};
const orders = (...items: Order[]) => ({ ok: true as const, value: { items, next: null, unreadable: [] } });
const opened = (id: string) => ({
  ok: true as const,
  value: {
    platformShopId: asPlatformShopId('11'),
    platformConversationId: asPlatformConversationId(id),
    buyerId: asBuyerId('901'),
    address: { ticket: 'deprecated' },
  },
});

beforeAll(async () => {
  database = await openTestDatabase();
  ours = await makeTenant(database, 'ours@x', [['11']]);
  shopId = ours.connections[0]?.shopIds.get(asPlatformShopId('11')) ?? '';
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method) => {
      asked.push(method);
      return (answers[method] ?? null) as never;
    },
  });
  main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'ours@x', 'right');
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const open = (orderNumber: string) => main.call(CALLS.chat.openConversation, { shopId, orderNumber });
const rows = async () =>
  (await database.owner.query('select platform_conversation_id, address from conversation order by 1')).rows;
const told = async () => (await database.owner.query("select 1 from change where kind = 'conversation'")).rowCount ?? 0;

test('a shop without an order of this number has no such conversation, and nothing is opened', async () => {
  answers = { 'orders.listOrders': orders({ ...ORDER, orderNumber: '261120ABCD' }) };
  expect(await open('261120ABC')).toEqual({ result: 'success', data: { conversation: null } });
  expect(asked).toEqual(['orders.listOrders']);
});

test('a marketplace that refuses says why, and nothing is stored', async () => {
  const no = { ok: false as const, refusal: refusal('not_found', 'user not found'), canRetry: false };
  answers = { 'orders.listOrders': orders(ORDER), 'buyers.openConversation': no };
  expect(await open('261120abc')).toMatchObject({ code: 'conversation_create_failed', detail: 'user not found' });
  expect(await rows()).toEqual([]);
});

test('a shop that is not logged in says so', async () => {
  answers = { 'orders.listOrders': 'no session' };
  expect(await open('261120ABC')).toMatchObject({ code: 'shop_not_logged_in' });
});

test('the conversation is opened once, stored once and told; the order may lack its buyer in the list', async () => {
  answers = {
    'orders.listOrders': orders({ ...ORDER, buyerId: null }),
    'orders.orderDetail': { ok: true, value: ORDER },
    'buyers.openConversation': opened('7001'),
  };
  const first = await open('261120ABC');
  expect(first).toMatchObject({
    result: 'success',
    data: { conversation: { shopId, buyer: { buyerId: '901', name: 'Aisyah' }, lastMessage: null } },
  });
  expect(asked).toEqual(['orders.listOrders', 'orders.orderDetail', 'buyers.openConversation']);
  expect(await rows()).toEqual([{ platform_conversation_id: '7001', address: { ticket: 'deprecated' } }]);
  expect(await told()).toBe(1);
  expect(await open('171')).toEqual(first);
  expect(asked.filter((method) => method === 'buyers.openConversation')).toHaveLength(1);
});

test('a conversation that the list brought in the same moment is the same one', async () => {
  const [owner] = ours.connections;
  if (owner === undefined) throw new Error('no connection');
  const facts = { ...listing('11', '7002'), buyer: { buyerId: asBuyerId('902'), name: 'Budi', avatarUrl: null } };
  answers = {
    'orders.listOrders': orders({ ...ORDER, buyerId: asBuyerId('903'), orderNumber: '3' }),
    'buyers.openConversation': opened('7002'),
  };
  await ingest(database.engine, ours.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: facts } },
  ]);
  expect(await open('3')).toMatchObject({ data: { conversation: { buyer: { name: 'Budi' } } } });
  expect(await rows()).toHaveLength(2);
});
