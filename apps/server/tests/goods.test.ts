import { CALLS, orderFact } from '@pasar/api';
import type { Page, SessionAnswer } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformShopId,
  type Order,
  type Product,
  refusal,
  type Sticker,
  type Voucher,
} from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { SHOP_QUESTIONS } from '../src/live-session/questions.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let ours: TestTenant;
let theirs: TestTenant;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
let conversationId: string;
let shopId: string;
/** The questions to the marketplace, and its answer. */
const asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];
let answer: SessionAnswer<unknown>;

const money = (amount: string) => ({ amount, currency: 'SGD' });
const LAMP: Product = {
  productId: '401',
  title: 'Lamp',
  imageUrl: null,
  price: money('12'),
  salePrice: money('9'),
  status: 'online',
  sellerSku: 'L-1',
  stock: 3,
  actionUrl: null,
  variants: [{ skuId: '4011', name: 'red', sellerSku: 'L-1-R', price: money('9'), stock: 3 }],
};
const SMILE: Sticker = { stickerId: '7', packageId: '1', imageUrl: 'https://pictures.example/7.png', text: '[smile]' };
const ORDER: Order = {
  orderId: '171',
  orderNumber: '261120ABC',
  buyerId: asBuyerId('b'),
  buyerName: 'buyer',
  status: 'unpaid',
  wireStatus: '1',
  total: money('21'),
  createdAt: 5,
  items: [
    { productId: '401', title: 'Lamp', variant: null, sellerSku: null, imageUrl: null, quantity: 2, price: money('9') },
    {
      productId: '402',
      title: 'Shade',
      variant: null,
      sellerSku: null,
      imageUrl: null,
      quantity: 1,
      price: money('3'),
    },
  ],
  sellerNote: 'a note of ours',
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
const unread = { platformShopId: null, reason: 'no such shape', bytes: Uint8Array.of(1, 2) };
const page = <Item>(...items: Item[]): Page<Item> => ({ items, next: '2', unreadable: [unread] });

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '12' }];
  const person = { username: 'ours:sub', password: 'right', name: 'sub', permissionCodeList: ['chat' as const], shops };
  ours = await makeTenant(database, 'ours@x', [['11', '12']], [person]);
  theirs = await makeTenant(database, 'theirs@x', [['11']]);
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
      return answer as never;
    },
  });
  main = await visitor('ours@x');
  sub = await visitor('ours:sub');
});
beforeEach(() => {
  asked.length = 0;
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

describe('what can be sent', () => {
  test('products by name or seller SKU, with their variants; a row that cannot be read is counted', async () => {
    answer = { ok: true, value: page(LAMP) };
    const input = { shopId, keyword: ' lamp ', field: 'sellerSku' };
    expect(await main.call(CALLS.chat.searchProducts, input)).toEqual({
      result: 'success',
      data: { products: [LAMP], next: '2', unreadableCount: 1 },
    });
    await main.call(CALLS.chat.searchProducts, { shopId, cursor: '2' });
    expect(asked).toEqual([
      { method: 'goods.searchProducts', args: ['11', { keyword: 'lamp', field: 'sellerSku', cursor: null }] },
      { method: 'goods.searchProducts', args: ['11', { keyword: '', field: 'name', cursor: '2' }] },
    ]);
  });

  test('one product', async () => {
    answer = { ok: true, value: LAMP };
    expect(await main.call(CALLS.chat.productDetail, { shopId, productId: '401' })).toEqual({
      result: 'success',
      data: { product: LAMP },
    });
    expect(asked).toEqual([{ method: 'goods.productDetail', args: ['11', '401'] }]);
  });

  test('vouchers of one state', async () => {
    answer = { ok: true, value: page() };
    expect(await main.call(CALLS.chat.listVouchers, { shopId, status: 'ongoing' })).toMatchObject({
      result: 'success',
    });
    expect(asked).toEqual([{ method: 'goods.listVouchers', args: ['11', { status: 'ongoing', cursor: null }] }]);
  });

  test('one voucher by its id, for the conversation’s buyer', async () => {
    answer = { ok: true, value: VOUCHER };
    expect(await main.call(CALLS.chat.voucherDetail, { conversationId, voucherId: '5' })).toEqual({
      result: 'success',
      data: { voucher: VOUCHER },
    });
    const { buyerId } = listing('11', 'c').buyer;
    expect(asked).toEqual([{ method: 'goods.voucherDetail', args: ['11', { voucherId: '5', buyerId }] }]);
    expect(await main.call(CALLS.chat.voucherDetail, { conversationId, voucherId: '5,6' })).toMatchObject({
      result: 'fail',
      code: 'invalid_request',
    });
  });

  test('stickers', async () => {
    answer = { ok: true, value: [SMILE] };
    expect(await main.call(CALLS.chat.listStickers, { shopId })).toMatchObject({ data: { stickers: [SMILE] } });
  });

  test('the orders of the conversation’s buyer only for members who may see orders', async () => {
    expect(await sub.call(CALLS.chat.listBuyerOrders, { conversationId })).toMatchObject({ code: 'no_permission' });
  });

  test('the orders of the conversation’s buyer, without the seller’s note', async () => {
    answer = { ok: true, value: page(ORDER) };
    const { orderId, orderNumber, status, wireStatus, total, createdAt } = ORDER;
    expect(await main.call(CALLS.chat.listBuyerOrders, { conversationId })).toEqual({
      result: 'success',
      data: {
        orders: [
          { orderId, orderNumber, status, wireStatus, total, createdAt, iconUrl: null, title: 'Lamp', itemCount: 3 },
        ],
        next: '2',
        unreadableCount: 1,
      },
    });
    const { buyerId, name } = listing('11', 'c').buyer;
    const search = { status: null, buyer: { buyerId, name }, keyword: null, cursor: null };
    expect(asked).toEqual([{ method: 'orders.listOrders', args: ['11', search] }]);
  });

  test('is refused with the words of the marketplace', async () => {
    answer = { ok: false, refusal: refusal('product_list_failed', 'busy'), canRetry: false };
    expect(await main.call(CALLS.chat.searchProducts, { shopId })).toMatchObject({
      result: 'fail',
      code: 'product_list_failed',
      detail: 'busy',
    });
  });

  test('travels between two processes; of a row that cannot be read only the reason does', () => {
    const { value } = { value: page(ORDER) };
    const wired = JSON.parse(JSON.stringify({ ok: true, value }));
    const shape = z.object({ items: z.array(orderFact) });
    expect(shape.parse(wired.value).items).toEqual([ORDER]);
    expect(SHOP_QUESTIONS['orders.listOrders'].name).toBe('orders.listOrders');
  });
});

describe('favourite products', () => {
  const shop = { userId: '11', platform: 'shopee' };
  const saved = (who: Visitor, productIds: string[]) =>
    who.call(CALLS.chat.saveUserCollectProductIds, { ...shop, productIds });
  const read = (who: Visitor) => who.call(CALLS.chat.getUserCollectProductIds, shop);

  test('are none at first, kept in their order, and replaced', async () => {
    expect(await read(main)).toEqual({ result: 'success', data: { productIds: [] } });
    expect(await saved(main, ['402', '401'])).toMatchObject({ result: 'success' });
    expect(await read(main)).toEqual({ result: 'success', data: { productIds: ['402', '401'] } });
    await saved(main, ['401']);
    expect(await read(main)).toEqual({ result: 'success', data: { productIds: ['401'] } });
  });

  test('are 20 at most: more are refused with what to do, and change nothing', async () => {
    const many = Array.from({ length: 21 }, (_, index) => String(index + 1));
    await saved(main, many.slice(0, 20));
    expect(await saved(main, many)).toMatchObject({ result: 'fail', code: 'favorites_full' });
    expect(await saved(main, ['1', '1'])).toMatchObject({ result: 'fail', code: 'invalid_request' });
    expect(await read(main)).toEqual({ result: 'success', data: { productIds: many.slice(0, 20) } });
  });

  test('of a shop that the member does not see do not exist', async () => {
    expect(await read(sub)).toMatchObject({ result: 'fail', code: 'not_found' });
    expect(await saved(sub, ['9'])).toMatchObject({ result: 'fail', code: 'not_found' });
    const foreign = await visitor('theirs@x');
    await saved(foreign, ['77']);
    expect(await read(main)).not.toMatchObject({ data: { productIds: ['77'] } });
    expect(theirs.accountId).not.toBe(ours.accountId);
  });
});

describe('products that a buyer has asked about', () => {
  const of = { userId: '11', platform: 'shopee', buyerId: listing('11', 'c').buyer.buyerId };
  const search = (more: object = {}, who = main) =>
    who.call(CALLS.chat.searchConsultPlatformItemIds, { ...of, ...more });
  const bare = { title: null, price: null, oldPrice: null, iconUrl: null, actionUrl: null };
  const tells = async (number: number, author: 'buyer' | 'seller', ...ids: string[]) => {
    const [owner] = ours.connections;
    if (owner === undefined) throw new Error('no connection');
    const products = ids.map((itemId) => ({ ...bare, itemId }));
    const content = { type: 'products' as const, products, wireType: 'product', raw: null };
    const message = messageAt('11', 'c', number, author, { content });
    await ingest(database.engine, ours.accountId, [
      { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
    ]);
    return message;
  };

  test('are kept with the messages of the buyer, newest first, and page by page', async () => {
    await tells(50, 'buyer', '501', '502');
    await tells(51, 'seller', '599');
    await tells(52, 'buyer', '501');
    // The same message again, as a history tells it.
    await tells(50, 'buyer', '501', '502');
    expect(await search()).toEqual({ result: 'success', data: { platformItemIds: ['501', '502'], total: 2 } });
    expect(await search({ pageNo: 2, pageSize: 1 })).toMatchObject({ data: { platformItemIds: ['502'], total: 2 } });
    expect(await search({ pageNo: 9 })).toMatchObject({ data: { platformItemIds: [], total: null } });
    expect(await search({}, sub)).toMatchObject({ result: 'fail', code: 'not_found' });
  });

  test('are kept by the call, with the newest time, and told of several at once', async () => {
    const save = (platformItemIdAndSendTimeMap: unknown) =>
      main.call(CALLS.chat.saveConsultPlatformItem, { ...of, platformItemIdAndSendTimeMap });
    const later = 4_000_000_000_000;
    expect(await save({ 502: later })).toMatchObject({ result: 'success' });
    // Form-encoded, a map comes as its JSON.
    await save(JSON.stringify({ 502: 1, 503: 5 }));
    expect(await search()).toMatchObject({ data: { platformItemIds: ['502', '501', '503'], total: 3 } });
    expect(await save({ 'not an id': 1 })).toMatchObject({ result: 'fail', code: 'invalid_request' });
    const asked = { ...of, platformItemIds: ['501', '599'] };
    expect(await main.call(CALLS.chat.getPlatformItemIdAndIsConsultMap, asked)).toEqual({
      result: 'success',
      data: { platformItemIdAndIsConsultMap: { 501: true, 599: false } },
    });
  });
});
