import { asAccountId, asBuyerId, asMemberId, type OrderRecord, type ShopId } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { getTabAndOrderCountMap } from '../src/features/order-book/counts.ts';
import { searchOrderList } from '../src/features/order-book/search.ts';
import { createWaybills } from '../src/features/order-book/waybills.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { changeBooked, storeOrders } from '../src/records/order-book.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { NOW, orderRecord as record } from './harness/orders.ts';

let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
let sub: Member;
let first: ShopId;
let second: ShopId;
beforeAll(async () => {
  database = await openTestDatabase();
  const granted = [{ marketplace: 'shopee' as const, platformShopId: '12' }];
  const subs = [{ username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops: granted }];
  const tenant = await makeTenant(database, 'orders@x', [['11', '12']], subs);
  [owner] = tenant.connections as [OwnedConnection];
  [first, second] = [...owner.shopIds.values()] as [ShopId, ShopId];
  main = await member('main');
  sub = await member('sub');
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['shop_order', 'shop_order_count', 'erased_buyer']) {
    await database.owner.query(`delete from ${table}`);
  }
});

async function member(kind: 'main' | 'sub'): Promise<Member> {
  const found = await database.owner.query<{ member_id: string }>('select member_id from member where is_main = $1', [
    kind === 'main',
  ]);
  const known = await findMember(database.app, owner.accountId, asMemberId(found.rows[0]?.member_id ?? ''), true);
  if (known === null) throw new Error('no such member');
  return known;
}

const within = <Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> =>
  database.engine.within(wholeAccount(owner.accountId), work);
const store = (records: readonly OrderRecord[], readAt = NOW, shopId = first) =>
  within((transaction) => storeOrders(transaction, { accountId: owner.accountId, shopId, records, readAt }));
const as = <Value>(
  who: Member,
  work: (context: { transaction: Transaction; member: Member; now: number }) => Promise<Value>,
) => database.app.within(who.scope, (transaction) => work({ transaction, member: who, now: NOW }));

async function search(input: Partial<Parameters<typeof searchOrderList>[1]> = {}, who = main) {
  const found = await as(who, (context) =>
    searchOrderList(context, { tab: 'all', sort: 'newest', pageSize: 50, ...input }),
  );
  if (!found.ok) throw new Error(found.refusal.reason);
  return { ids: found.data.orders.map(({ orderId }) => orderId), ...found.data };
}
async function book() {
  const orders = await database.owner.query(
    `select order_id, record, status, total, changed_at, read_at, has_note from shop_order order by shop_id, order_id`,
  );
  const counts = await database.owner.query('select status, count from shop_order_count where count <> 0 order by 1');
  return { orders: orders.rows, counts: counts.rows };
}

test('an older reading changes nothing, and the counters follow each change of a status', async () => {
  expect(await store([record('1'), record('2', { status: 'unknown', wireStatus: '99' })])).toBe(2);
  expect(await store([record('1', { status: 'finished', changedAt: NOW })])).toBe(1);
  expect(await store([record('1', { status: 'cancelled', changedAt: NOW - 5 })], NOW + 9)).toBe(0);
  const counted = await as(main, (context) => getTabAndOrderCountMap(context, {}));
  expect(counted).toMatchObject({
    ok: true,
    data: { unknown: 1, tabs: { all: 2, untreated: 1, treated: 1, finished: 1, toShip: 0, cancelled: 0 } },
  });
  await database.owner.query("delete from shop_order where order_id = '1'");
  expect((await book()).counts).toEqual([{ status: 'unknown', count: '1' }]);
});

test('a note that Pasar wrote stands in the book until a later reading', async () => {
  await store([record('1'), record('2', { isRatable: true })]);
  const write = (orderId: string, change: Parameters<typeof changeBooked>[1]['change']) =>
    within((transaction) =>
      changeBooked(transaction, { accountId: owner.accountId, shopId: first, orderId, change, readAt: NOW + 5 }),
    );
  await write('1', { sellerNote: 'fragile' });
  await write('2', { isRatable: false });
  await write('unknown', { sellerNote: 'x' });
  expect((await search({ hasNote: true })).ids).toEqual(['1']);
  expect((await search({ isRatable: true })).ids).toEqual([]);
  await store([record('1')], NOW + 4);
  expect((await search({ hasNote: true })).ids).toEqual(['1']);
  await store([record('1')], NOW + 6);
  expect((await search({ hasNote: true })).ids).toEqual([]);
});

test('a member sees and counts the orders of the own shops alone', async () => {
  await store([record('1')]);
  await store([record('2')], NOW, second);
  expect((await search()).ids.sort()).toEqual(['1', '2']);
  expect((await search({}, sub)).ids).toEqual(['2']);
  expect((await search({ shopIds: [first] }, sub)).ids).toEqual([]);
  const counted = await as(sub, (context) => getTabAndOrderCountMap(context, {}));
  expect(counted).toMatchObject({ data: { tabs: { all: 1 } } });
});

test('words find numbers, names, SKUs and titles; filters and sorts join', async () => {
  await store([
    record('1', { createdAt: NOW - 3, trackingNumber: 'TH0099', total: { amount: '9', currency: 'THB' } }),
    record('2', { createdAt: NOW - 2, buyerName: '王小明', sellerNote: 'fragile', changedAt: NOW }),
    record('3', { createdAt: NOW - 1, status: 'cancelled', isRatable: true }),
  ]);
  for (const [words, ids] of [
    ['n1', ['1']],
    ['th0099', ['1']],
    ['小明', ['2']],
    ['王小明', ['2']],
    ['shirt-1', ['3', '2', '1']],
    ['蓝色 cot', ['3', '2', '1']],
    ['nothing of it', []],
  ] as const) {
    expect([words, (await search({ words })).ids]).toEqual([words, ids]);
  }
  expect((await search({ sort: 'oldest' })).ids).toEqual(['1', '2', '3']);
  expect((await search({ sort: 'changed' })).ids[0]).toBe('2');
  expect((await search({ tab: 'toShip' })).ids).toEqual(['2', '1']);
  expect((await search({ tab: 'treated' })).ids).toEqual(['3']);
  expect((await search({ hasNote: true })).ids).toEqual(['2']);
  expect((await search({ isRatable: true })).ids).toEqual(['3']);
  expect((await search({ currency: 'THB' })).ids).toEqual(['1']);
  expect((await search({ amountFrom: '9', amountTo: '12.5' })).ids).toEqual(['1']);
  expect((await search({ createdFrom: NOW - 2, createdTo: NOW - 1 })).ids).toEqual(['2']);
  expect((await search({ marketplaces: ['lazada'] })).ids).toEqual([]);
});

test('words of another account find nothing', async () => {
  await makeTenant(database, 'others@x', [['91']]);
  await store([record('1')]);
  const others = await database.owner.query<{ member_id: string; account_id: string }>(
    "select member_id, account_id from member where username = 'others@x'",
  );
  const [row] = others.rows;
  const other = row && (await findMember(database.app, asAccountId(row.account_id), asMemberId(row.member_id), true));
  if (!other) throw new Error('no such member');
  expect((await search({ words: 'somchai' })).ids).toEqual(['1']);
  expect((await search({ words: 'somchai' }, other)).ids).toEqual([]);
  const hits = await as(other, ({ transaction }) => transaction.query("select pasar_find_orders('somchai', 9)"));
  expect(hits.rows).toEqual([]);
});

test('pages join without a gap, of one shop, of some and of all', async () => {
  await store(Array.from({ length: 25 }, (_, number) => record(String(number), { createdAt: NOW - (number % 7) })));
  await store(
    Array.from({ length: 25 }, (_, number) => record(`s${number}`, { createdAt: NOW - (number % 5) })),
    NOW,
    second,
  );
  for (const shopIds of [undefined, [first, second], [first]]) {
    const whole = (await search({ shopIds, pageSize: 200 })).ids;
    const joined: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ shopIds, pageSize: 7, ...(cursor === undefined ? {} : { cursor }) });
      joined.push(...page.ids);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(joined).toEqual(whole);
    expect(new Set(joined).size).toBe(shopIds?.length === 1 ? 25 : 50);
  }
});

test('an erased buyer does not come back with an order', async () => {
  await database.owner.query("insert into erased_buyer values ($1, pasar_buyer_hash($1, 'shopee', 'b1'), $2)", [
    owner.accountId,
    NOW,
  ]);
  await store([
    record('1', { address: { receiver: 'Somchai', phone: null, fullAddress: 'Road 1' } }),
    record('2', { buyerId: asBuyerId('b2') }),
  ]);
  const { orders } = await search();
  expect(orders.find(({ orderId }) => orderId === '1')).toMatchObject({ buyerId: null, buyerName: '', address: null });
  expect(orders.find(({ orderId }) => orderId === '2')).toMatchObject({ buyerName: 'Somchai' });
  expect((await search({ words: 'somchai' })).ids).toEqual(['2']);
});

test('a waybill is noted with who ordered it, for the orders that have a parcel, and stays when the order is read again', async () => {
  await store([record('1'), record('2')]);
  await store([record('1')], NOW, second);
  const asked: unknown[] = [];
  const order = (shopId: ShopId, who = main) =>
    createWaybills(
      {
        database: database.app,
        member: who,
        now: NOW,
        askShop: async (_scope, _connection, method, args) => {
          asked.push([method, ...args]);
          const value = { jobIds: ['j1'], formats: ['waybill'], orderIds: ['1'] };
          return { ok: true, value } as never;
        },
      },
      { shopId, orderIds: ['1', '2', '1'] },
    );
  expect(await order(first, sub)).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
  expect(asked).toEqual([]);
  expect(await order(first)).toEqual({ ok: true, data: { jobIds: ['j1'], formats: ['waybill'], orderIds: ['1'] } });
  expect(asked).toEqual([['orders.createWaybills', '11', ['1', '2']]]);

  await store([record('1', { status: 'wait_receiver_confirm', changedAt: NOW })], NOW + 1);
  const { orders } = await search();
  const noted = orders.map(({ shopId, orderId, waybill }) => [shopId, orderId, waybill]);
  expect(noted).toEqual(
    expect.arrayContaining([
      [first, '1', { at: NOW, by: main.view.name }],
      [first, '2', null],
      [second, '1', null],
    ]),
  );
});
