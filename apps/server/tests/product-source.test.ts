import { CALLS } from '@pasar/api';
import type { Page, SessionAnswer } from '@pasar/connector-kit';
import { type Product, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
let many: Visitor;
/** The shops that were asked, in their order, and what each answers. */
const asked: { readonly shop: string; readonly method: string; readonly argument: unknown }[] = [];
let detail: SessionAnswer<Product>;
let found: Readonly<Record<string, SessionAnswer<Page<Product>>>>;

const money = (amount: string) => ({ amount, currency: 'SGD' });
const LAMP: Product = {
  productId: '401',
  title: 'Lamp',
  imageUrl: null,
  price: money('12'),
  salePrice: money('9'),
  status: 'online',
  sellerSku: 'L 1',
  stock: 3,
  actionUrl: null,
  variants: [{ skuId: '4011', name: 'red', sellerSku: 'L-1-R', price: money('9'), stock: 3 }],
};
const page = (next: string | null, ...items: Product[]): SessionAnswer<Page<Product>> => ({
  ok: true,
  value: { items, next, unreadable: [] },
});
/** The same variant under another product, and a product whose SKU only contains the wanted one. */
const TWIN: Product = { ...LAMP, productId: '77', title: 'Lampu', sellerSku: null };
const NEAR: Product = { ...LAMP, productId: '78', sellerSku: 'L 1-XL', variants: [] };
const shopIds = new Map<string, string>();
const id = (platformShopId: string) => shopIds.get(platformShopId) ?? '';

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = ['11', '12'].map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = { username: 'ours:sub', password: 'right', name: 'sub', permissionCodeList: ['chat' as const], shops };
  await makeTenant(database, 'ours@x', [['11', '12', '13'], ['14'], ['15']], [person]);
  const numbers = Array.from({ length: 15 }, (_, index) => String(20 + index));
  await makeTenant(database, 'many@x', [numbers]);
  const { owner } = database;
  await owner.query("update connection set state = 'live'");
  await owner.query(
    "update connection set state = 'waiting' where connection_id = (select connection_id from shop where platform_shop_id = '14')",
  );
  await owner.query("update shop set marketplace = 'lazada' where platform_shop_id = '12'");
  const rows = await owner.query<{ shop_id: string; platform_shop_id: string }>(
    'select shop_id, platform_shop_id from shop',
  );
  for (const row of rows.rows) shopIds.set(row.platform_shop_id, row.shop_id);
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method, args) => {
      const [shop, argument] = args as unknown as readonly [string, unknown];
      asked.push({ shop, method, argument });
      return (method === 'goods.productDetail' ? detail : (found[shop] ?? page(null))) as never;
    },
  });
  main = await visitor('ours@x');
  sub = await visitor('ours:sub');
  many = await visitor('many@x');
});
beforeEach(() => {
  asked.length = 0;
  detail = { ok: true, value: LAMP };
  found = {};
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
const source = (who: Visitor, userId = '11') =>
  who.call(CALLS.products.getProductSourceDetail, { userId, productId: '401' });
const told = (answer: unknown) => z.object({ data: CALLS.products.getProductSourceDetail.output }).parse(answer).data;
const searched = () => asked.filter(({ method }) => method === 'goods.searchProducts');

describe('where a product comes from', () => {
  test('is its listing and every other shop: those that sell one of its SKUs, the others, and who was not asked', async () => {
    const before = Date.now();
    const refused = { ok: false, refusal: refusal('product_list_failed', 'busy'), canRetry: false } as const;
    found = { 12: page(null, NEAR, TWIN), 13: page('2', NEAR), 15: refused };
    const answer = await source(main);
    expect(answer).toMatchObject({ result: 'success', data: { shopId: id('11'), sellerSku: 'L 1', product: LAMP } });
    expect(answer).toMatchObject({
      data: {
        shops: [
          { state: 'none', shopId: id('13'), isComplete: false },
          { state: 'notAsked', shopId: id('14'), why: 'not_logged_in' },
          { state: 'failed', shopId: id('15'), refusal: { reason: 'product_list_failed', detail: 'busy' } },
          { state: 'sells', shopId: id('12'), products: [TWIN] },
        ],
      },
    });
    expect(told(answer).asOf).toBeGreaterThanOrEqual(before - 1_000);
    // A shop in which nothing was found by one SKU is asked for the next.
    expect(
      searched()
        .filter(({ shop }) => shop === '13')
        .map(({ argument }) => argument),
    ).toEqual(
      ['L 1', ...LAMP.variants.map(({ sellerSku }) => sellerSku)].map((keyword) => ({
        keyword,
        field: 'sellerSku',
        cursor: null,
      })),
    );
    expect(searched().filter(({ shop }) => shop === '12')).toHaveLength(1);
  });

  test('asks no shop for a product without a seller SKU, and tells why there is no product', async () => {
    detail = { ok: true, value: { ...LAMP, sellerSku: ' ', variants: [] } };
    expect(await source(main)).toMatchObject({ result: 'success', data: { sellerSku: null, shops: [] } });
    expect(searched()).toEqual([]);
    detail = { ok: false, refusal: refusal('not_found'), canRetry: false };
    expect(await source(main)).toMatchObject({ result: 'fail', code: 'not_found' });
  });

  test('asks at most twelve shops, and names the others', async () => {
    const answer = await source(many, '20');
    const { shops } = told(answer);
    expect(new Set(searched().map(({ shop }) => shop)).size).toBe(12);
    expect(shops.filter(({ state }) => state === 'none')).toHaveLength(12);
    expect(shops.filter(({ state }) => state === 'notAsked')).toEqual(
      ['33', '34'].map((shop) => ({ state: 'notAsked', shopId: id(shop), why: 'too_many' })),
    );
  });

  test('names and asks no shop that the member does not see', async () => {
    expect(await source(sub)).toMatchObject({ result: 'success', data: { shops: [{ shopId: id('12') }] } });
    expect(new Set(searched().map(({ shop }) => shop))).toEqual(new Set(['12']));
    asked.length = 0;
    expect(await source(sub, '13')).toMatchObject({ result: 'fail', code: 'not_found' });
    expect(asked).toEqual([]);
  });
});
