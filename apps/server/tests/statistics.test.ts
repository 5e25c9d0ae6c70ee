import { CALLS } from '@pasar/api';
import {
  asMemberId,
  type DashboardPeriod,
  figureSpan,
  type OrderRecord,
  SHOWN_ORDER_STATUSES,
  type ShopId,
  SOLD_STATUSES,
} from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { figures } from '../src/features/statistics/figures.ts';
import { rates, saveRates } from '../src/features/statistics/rates.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { DAY_MS, NOW, orderRecord as record } from './harness/orders.ts';

const HOUR_MS = 3_600_000;
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
  const tenant = await makeTenant(database, 'figures@x', [['11', '12']], subs);
  [owner] = tenant.connections as [OwnedConnection];
  [first, second] = [...owner.shopIds.values()] as [ShopId, ShopId];
  main = await member(true);
  sub = await member(false);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['shop_order', 'shop_order_hour']) await database.owner.query(`delete from ${table}`);
});

async function member(isMain: boolean): Promise<Member> {
  const found = await database.owner.query<{ member_id: string }>('select member_id from member where is_main = $1', [
    isMain,
  ]);
  const known = await findMember(database.app, owner.accountId, asMemberId(found.rows[0]?.member_id ?? ''), true);
  if (known === null) throw new Error('no such member');
  return known;
}
const store = (records: readonly OrderRecord[], readAt = NOW, shopId = first) =>
  database.engine.within(wholeAccount(owner.accountId), (transaction) =>
    storeOrders(transaction, { accountId: owner.accountId, shopId, records, readAt }),
  );
const as = <Value>(
  who: Member,
  work: (context: { transaction: Transaction; member: Member; now: number }) => Promise<Value>,
) => database.app.within(who.scope, (transaction) => work({ transaction, member: who, now: NOW }));
async function figured(period: DashboardPeriod, who = main, more: Partial<Parameters<typeof figures>[1]> = {}) {
  const found = await as(who, (context) => figures(context, { period, timeZone: 'Asia/Bangkok', ...more }));
  if (!found.ok) throw new Error(found.refusal.reason);
  return found.data;
}

test('the counters of the hours are what a recount gives, after any readings', async () => {
  const reading = fc.record({
    readAt: fc.constantFrom(NOW, NOW + 1),
    records: fc.array(
      fc
        .record({
          orderId: fc.constantFrom('1', '2', '3', '4'),
          changedAt: fc.constantFrom(NOW - 2, NOW - 1),
          createdAt: fc.constantFrom(NOW - HOUR_MS, NOW - 5, NOW),
          status: fc.constantFrom(...SHOWN_ORDER_STATUSES),
          total: fc.record({
            amount: fc.constantFrom('1.10', '0.05', '1e3'),
            currency: fc.constantFrom('THB', 'SGD'),
          }),
        })
        .map(({ orderId, ...more }) => record(orderId, more)),
      { minLength: 1, maxLength: 4 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(reading, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(null, '1', '2'),
      async (readings, gone) => {
        await database.owner.query('delete from shop_order');
        await database.owner.query('delete from shop_order_hour');
        for (const { records, readAt } of readings) await store(records, readAt);
        await database.owner.query('delete from shop_order where order_id = $1', [gone]);
        const counted = await database.owner.query(
          `select shop_id, hour_at, currency, status, count, trim_scale(total)::text as total from shop_order_hour
           where count <> 0 or total <> 0 order by 1, 2, 3, 4`,
        );
        const recounted = await database.owner.query(
          `select shop_id, floor(created_at / 3600000.0)::bigint * 3600000 as hour_at, currency, status,
             count(*) as count, trim_scale(sum(total))::text as total
           from shop_order group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
        );
        expect(counted.rows).toEqual(recounted.rows);
      },
    ),
    { numRuns: 40, seed: 1 },
  );
});

test('the figures are those of the orders, added up one by one', async () => {
  const orders = Array.from({ length: 120 }, (_, index) =>
    record(String(index), {
      createdAt: NOW - index * 7 * HOUR_MS,
      status: SHOWN_ORDER_STATUSES[index % SHOWN_ORDER_STATUSES.length] ?? 'unpaid',
      total: { amount: `${index}.25`, currency: index % 3 === 0 ? 'SGD' : 'THB' },
    }),
  );
  await store(orders.slice(0, 70));
  await store(orders.slice(70), NOW, second);
  for (const period of ['real_time', 'yesterday', 'past7days', 'past30days'] as const) {
    const found = await figured(period);
    const span = figureSpan(period, 'Asia/Bangkok', NOW);
    if (span === null) throw new Error('no span');
    const [from = 0] = span.edges;
    const to = span.edges.at(-1) ?? 0;
    for (const currency of ['SGD', 'THB']) {
      const total = found.totals.find((row) => row.currency === currency);
      for (const [sums, start, end] of [
        [total?.now, from, to],
        [total?.before, span.beforeFrom, span.beforeTo],
      ] as const) {
        const own = orders.filter(
          (order) => order.total.currency === currency && order.createdAt >= start && order.createdAt < end,
        );
        const sold = own.filter(({ status }) => SOLD_STATUSES.some((one) => one === status));
        const cents = sold.reduce((sum, order) => sum + Math.round(Number(order.total.amount) * 100), 0);
        expect(sums?.orders ?? 0).toBe(own.length);
        expect(sums?.sold ?? 0).toBe(sold.length);
        expect(Math.round(Number(sums?.sales ?? '0') * 100)).toBe(cents);
        expect(sums?.cancelled ?? 0).toBe(own.filter(({ status }) => status === 'cancelled').length);
        expect(sums?.refunds ?? 0).toBe(own.filter(({ status }) => status === 'refund').length);
      }
      const points = found.series.filter((point) => point.currency === currency);
      expect(points.reduce((sum, point) => sum + point.orders, 0)).toBe(total?.now.orders ?? 0);
      for (const { bucket, orders: count } of points) {
        const start = span.edges[bucket] ?? 0;
        const end = span.edges[bucket + 1] ?? 0;
        const own = orders.filter(
          (order) => order.total.currency === currency && order.createdAt >= start && order.createdAt < end,
        );
        expect(count).toBe(own.length);
      }
    }
  }
});

test('a member sees the figures of the own shops alone, and a filter narrows them', async () => {
  const createdAt = NOW - DAY_MS;
  await store([record('1', { createdAt }), record('2', { createdAt })]);
  await store([record('3', { createdAt })], NOW, second);
  const shopsOf = async (who: Member, more = {}) =>
    (await figured('past7days', who, more)).shops.map(({ shopId, now }) => [shopId, now.orders]);
  expect((await shopsOf(main)).toSorted()).toEqual([[first, 2] as const, [second, 1] as const].toSorted());
  expect(await shopsOf(sub)).toEqual([[second, 1]]);
  expect(await shopsOf(sub, { shopIds: [first] })).toEqual([]);
  expect(await shopsOf(main, { shopIds: [first] })).toEqual([[first, 2]]);
  expect((await figured('past7days', main, { marketplaces: ['lazada'] })).isAnyRead).toBe(false);
});

test('a time zone that does not exist is refused', () => {
  const { input } = CALLS.statistics.figures;
  expect(input.safeParse({ period: 'yesterday', timeZone: 'Mars/Olympus' }).success).toBe(false);
});

test('the rates that are saved take the place of those before, with their day and who saved them', async () => {
  const save = (base: string, given: readonly { currency: string; rate: string; asOf: string }[]) =>
    as(main, (context) => saveRates(context, { base, rates: [...given] }));
  await save('USD', [{ currency: 'VND', rate: '0.00004', asOf: '2026-11-01' }]);
  await save('CNY', [
    { currency: 'THB', rate: '0.2100', asOf: '2026-11-20' },
    { currency: 'CNY', rate: '1', asOf: '2026-11-20' },
  ]);
  expect(await as(sub, (context) => rates(context))).toMatchObject({
    ok: true,
    data: {
      base: 'CNY',
      rates: [{ currency: 'THB', rate: '0.21', asOf: '2026-11-20' }],
      savedBy: main.view.name,
      savedAt: NOW,
    },
  });
});
