import { CALLS } from '@pasar/api';
import { callShop, type SessionAnswer } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformShopId,
  type MessageContent,
  type OrderDetail,
  type ReasonCode,
  refusal,
  type Voucher,
} from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { NO_SHOP_CALLS } from './harness/no-shop-calls.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let ours: TestTenant;
let theirs: TestTenant;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
/** The questions to the marketplace, and its answers; null when no process serves the connection. */
const asked: { readonly connectionId: string; readonly method: string; readonly args: readonly unknown[] }[] = [];
let answer: SessionAnswer<OrderDetail | Voucher> | null;

const money = (amount: string) => ({ amount, currency: 'SGD' });
const item = {
  productId: '1',
  title: 'Lamp',
  variant: null,
  sellerSku: null,
  imageUrl: 'https://pictures.example/lamp.png',
  quantity: 2,
  price: money('10'),
};
const ORDER: OrderDetail = {
  orderId: '171',
  orderNumber: '261120ABC',
  buyerId: asBuyerId('b'),
  buyerName: 'buyer',
  status: 'wait_seller_send',
  wireStatus: '2',
  total: money('21.50'),
  createdAt: 1,
  items: [item, { ...item, productId: '2', title: 'Shade', quantity: 1 }],
  sellerNote: 'a note of ours',
  paymentMethod: 'wallet',
  shippingFee: null,
  address: { receiver: 'somebody', phone: '+65 1', fullAddress: 'a street' },
  parcels: [],
  isRatable: false,
};
const VOUCHER: Voucher = {
  voucherId: '5',
  voucherCode: 'SAVE25',
  name: '25% off',
  discount: { kind: 'percent', percent: 25 },
  minimumSpend: money('50'),
  startsAt: 1,
  endsAt: 2,
  status: 'ongoing',
  wireStatus: '2',
  left: 3,
};
const kept = { wireType: 'card', raw: null };
const orderCard: MessageContent = {
  type: 'order',
  order: { orderId: '171', orderNumber: '261120ABC', status: null, total: null, iconUrl: null },
  ...kept,
};
const voucherCard: MessageContent = {
  type: 'voucher',
  voucher: { voucherId: '5', voucherCode: 'SAVE25', title: null, discount: null },
  ...kept,
};

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'ours:sub', password: 'right', name: 'sub', permissionCodeList: ['chat' as const], shops };
  ours = await makeTenant(database, 'ours@x', [['11', '12']], [person]);
  theirs = await makeTenant(database, 'theirs@x', [['11']]);
  web = await openTestWeb(database, null, {
    askShop: async (_scope, connectionId, method, args) => {
      asked.push({ connectionId, method, args });
      return answer as never;
    },
  });
  main = await visitor('ours@x');
  sub = await visitor('ours:sub');
});
beforeEach(() => {
  asked.length = 0;
  answer = { ok: true, value: ORDER };
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

let numbers = 0;
/** The id of a buyer's message at a shop, with this content. */
async function tell(tenant: TestTenant, shop: string, content: MessageContent): Promise<string> {
  numbers += 1;
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const message = messageAt(shop, `c-${shop}`, numbers, 'buyer', { content });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) } },
    { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
  ]);
  const found = await database.owner.query<{ message_id: string }>(
    'select message_id from message where account_id = $1 and platform_message_id = $2',
    [tenant.accountId, message.platformMessageId],
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('the message was not kept');
  return row.message_id;
}
const look = (messageId: string, who = main) => who.call(CALLS.chat.cardDetail, { messageId });
const refuses = (reason: ReasonCode, detail: string | null = null) => {
  answer = { ok: false, refusal: refusal(reason, detail), canRetry: false };
};

describe('the order or voucher of a card', () => {
  test('an order with an unknown status is shown, with the reason and the marketplace’s own word', async () => {
    const messageId = await tell(ours, '11', orderCard);
    answer = { ok: true, value: { ...ORDER, status: 'unknown', wireStatus: 'TELEPORTED' } };
    expect(await look(messageId)).toMatchObject({
      result: 'success',
      data: {
        card: {
          order: {
            orderNumber: '261120ABC',
            status: 'unknown',
            unknownStatus: { reason: 'order_status_unknown', detail: 'TELEPORTED' },
          },
        },
      },
    });
  });

  test('an order: what the card shows, and nothing else of the buyer or the shop', async () => {
    const messageId = await tell(ours, '11', orderCard);
    expect(await look(messageId, sub)).toEqual({
      result: 'success',
      data: {
        card: {
          kind: 'order',
          order: {
            orderNumber: '261120ABC',
            status: 'wait_seller_send',
            unknownStatus: null,
            total: money('21.50'),
            iconUrl: 'https://pictures.example/lamp.png',
            title: 'Lamp',
            itemCount: 3,
          },
        },
      },
    });
    const connectionId = ours.connections[0]?.connectionId;
    expect(asked).toEqual([{ connectionId, method: 'orders.orderDetail', args: ['11', '171'] }]);
  });

  test('a voucher, for the buyer of the conversation', async () => {
    answer = { ok: true, value: VOUCHER };
    const messageId = await tell(ours, '11', voucherCard);
    const { voucherCode, name: title, discount, minimumSpend, startsAt, endsAt, status } = VOUCHER;
    expect(await look(messageId)).toEqual({
      result: 'success',
      data: {
        card: { kind: 'voucher', voucher: { voucherCode, title, discount, minimumSpend, startsAt, endsAt, status } },
      },
    });
    const { buyerId } = listing('11', 'c-11').buyer;
    expect(asked).toMatchObject([{ method: 'goods.voucherDetail', args: ['11', { voucherId: '5', buyerId }] }]);
  });

  test("is fetched by the marketplace's own call", async () => {
    const calls = {
      ...NO_SHOP_CALLS,
      orders: { ...NO_SHOP_CALLS.orders, orderDetail: async () => ({ ok: true as const, value: ORDER }) },
      goods: { ...NO_SHOP_CALLS.goods, voucherDetail: async () => ({ ok: true as const, value: VOUCHER }) },
    };
    const shop = asPlatformShopId('11');
    const voucher = { voucherId: '5', buyerId: asBuyerId('b') };
    expect(await callShop(calls, 'orders.orderDetail', [shop, '171'])).toEqual({ ok: true, value: ORDER });
    expect(await callShop(calls, 'goods.voucherDetail', [shop, voucher])).toEqual({ ok: true, value: VOUCHER });
    expect(await callShop(NO_SHOP_CALLS, 'goods.voucherDetail', [shop, voucher])).toMatchObject({
      ok: false,
      refusal: { reason: 'invalid_request' },
    });
  });
});

describe('a marketplace is not asked', () => {
  test.each([
    ['of another tenant', () => tell(theirs, '11', orderCard)],
    ['of a shop that the sub-account may not see', () => tell(ours, '12', orderCard)],
    ['that is not there', async () => crypto.randomUUID()],
  ])('for a message %s', async (_, make) => {
    expect(await look(await make(), sub)).toMatchObject({ result: 'fail', code: 'not_found' });
    expect(asked).toEqual([]);
  });

  test('about a recalled message', async () => {
    const messageId = await tell(ours, '11', orderCard);
    await database.owner.query("update message set status = 'recalled' where message_id = $1", [messageId]);
    expect(await look(messageId)).toMatchObject({ result: 'fail', code: 'not_found' });
    expect(asked).toEqual([]);
  });

  test('about a message without a card', async () => {
    const messageId = await tell(ours, '11', { type: 'text', text: 'hello' });
    expect(await look(messageId)).toMatchObject({ result: 'fail', code: 'invalid_request' });
    expect(asked).toEqual([]);
  });
});

/** Sets the state of the shops' login, and whether a process serves it. */
const setLogin = (state: string, isHeld: boolean) =>
  database.owner.query(
    `with held as (update connection_lease set expires_at = case when $3 then 'infinity' else '-infinity' end::timestamptz
       where account_id = $1)
     update connection set state = $2 where account_id = $1`,
    [ours.accountId, state, isHeld],
  );

describe('a refusal', () => {
  afterEach(() => setLogin('live', true));

  test.each([
    ['live', true, 'shop_served_elsewhere'],
    ['logging_in', true, 'shop_not_logged_in'],
    ['live', false, 'shop_not_logged_in'],
  ])('of a shop that nobody serves here, its login %s, its lease held: %s', async (state, isHeld, told) => {
    answer = null;
    const messageId = await tell(ours, '11', orderCard);
    await setLogin(state, isHeld);
    expect(await look(messageId)).toMatchObject({ result: 'fail', code: told });
  });

  test.each([
    ['not_found', 'order_fetch_failed', 'words of theirs'],
    ['unexpected_answer', 'order_fetch_failed', 'words of theirs'],
    ['marketplace_error', 'order_fetch_failed', 'words of theirs'],
    ['marketplace_unreachable', 'marketplace_unreachable', 'words of theirs'],
    ['shop_login_expired', 'shop_login_expired', 'words of theirs'],
    ['too_frequent', 'too_frequent', 'words of theirs'],
    ['login_failed', 'login_failed', 'words of theirs'],
  ] as const)('of the marketplace about an order: %s is %s, with its words', async (reason, code, detail) => {
    refuses(reason, detail);
    expect(await look(await tell(ours, '11', orderCard))).toMatchObject({ result: 'fail', code, detail });
  });

  test('of the marketplace about a voucher', async () => {
    refuses('not_found', 'no such voucher');
    expect(await look(await tell(ours, '11', voucherCard))).toMatchObject({ result: 'fail', code: 'not_found' });
  });
});
