import {
  NOTIFICATION_KINDS,
  type OrderRecord,
  type ReturnCase,
  type Review,
  SHOWN_ORDER_STATUSES,
  SHOWN_RETURN_STATUSES,
  type ShopId,
  type ShopNotification,
} from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { storeNotifications } from '../src/records/notifications.ts';
import { storeOrders } from '../src/records/order-book.ts';
import type { ListRead } from '../src/records/readings.ts';
import { storeReturns } from '../src/records/returns.ts';
import { storeReviews } from '../src/records/reviews.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import { notice, returned, review } from './harness/after-sales.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { NOW, orderRecord } from './harness/orders.ts';

/** The same facts in any order, any number of times, cut into any batches, leave the same rows and the same counters. */
let database: TestDatabase;
let owner: OwnedConnection;
let shops: readonly ShopId[];
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'lists@x', [['11', '12']]);
  [owner] = tenant.connections as [OwnedConnection];
  shops = [...owner.shopIds.values()];
});
afterAll(() => database.close());

interface List<Item> {
  readonly table: string;
  /** The columns of a row that no order of arrival may change. */
  readonly columns: string;
  /** By what the counters count. */
  readonly counted: string;
  readonly record: fc.Arbitrary<Item>;
  readonly store: (transaction: Transaction, read: ListRead<Item>) => Promise<number>;
}
const id = fc.constantFrom('1', '2', '3');
const orders: List<OrderRecord> = {
  table: 'shop_order',
  columns: 'order_id, record, status, total, currency, created_at, changed_at, read_at, has_note, is_ratable',
  counted: 'status',
  record: fc
    .record({
      id,
      changedAt: fc.constantFrom(NOW - 2, NOW - 1),
      status: fc.constantFrom(...SHOWN_ORDER_STATUSES),
      sellerNote: fc.constantFrom(null, 'a', 'b\0'),
    })
    .map(({ id: orderId, ...more }) => orderRecord(orderId, more)),
  store: storeOrders,
};
const returns: List<ReturnCase> = {
  table: 'shop_return',
  columns: 'return_id, record, order_id, status, is_open, kind, since, respond_by, read_at',
  counted: 'kind, is_open',
  record: fc
    .record({
      id,
      status: fc.constantFrom(...SHOWN_RETURN_STATUSES),
      areGoodsReturned: fc.constantFrom(null, true, false),
      respondBy: fc.constantFrom(null, NOW + 1),
    })
    .map(({ id: returnId, ...more }) => returned(returnId, more)),
  store: storeReturns,
};
const reviews: List<Review> = {
  table: 'shop_review',
  columns: 'review_id, record, stars, is_answered, created_at, read_at',
  counted: 'stars, is_answered',
  record: fc
    .record({ id, stars: fc.integer({ min: 0, max: 5 }), reply: fc.constantFrom(null, 'thanks', 'sorry') })
    .map(({ id: reviewId, ...more }) => review(reviewId, more)),
  store: storeReviews,
};
const notifications: List<ShopNotification> = {
  table: 'shop_notification',
  columns: 'notification_id, record, kind, is_read, at, read_at',
  counted: 'kind, is_read',
  record: fc
    .record({
      id,
      kind: fc.constantFrom(...NOTIFICATION_KINDS),
      isRead: fc.boolean(),
      at: fc.constantFrom(NOW, NOW - 1),
    })
    .map(({ id: notificationId, ...more }) => notice(notificationId, more)),
  store: storeNotifications,
};

interface Fact<Item> {
  readonly shop: number;
  readonly readAt: number;
  readonly record: Item;
}

/** What one reading of one shop has told may come in one batch; `isCut` says where another begins all the same. */
function batchesOf<Item>(facts: readonly Fact<Item>[], isCut: readonly boolean[]): readonly (readonly Fact<Item>[])[] {
  const batches: Fact<Item>[][] = [];
  for (const [index, fact] of facts.entries()) {
    const last = batches.at(-1);
    const [head] = last ?? [];
    const goesOn = head?.shop === fact.shop && head.readAt === fact.readAt && isCut[index % isCut.length] === false;
    if (goesOn) last?.push(fact);
    else batches.push([fact]);
  }
  return batches;
}

async function expectSameRows<Item>({ table, columns, counted, record, store }: List<Item>): Promise<void> {
  const fact = fc.record({ shop: fc.constantFrom(0, 1), readAt: fc.constantFrom(NOW, NOW + 1, NOW + 2), record });
  const arrivals = fc.array(fact, { minLength: 1, maxLength: 8 }).chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      again: fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length }),
      // Every fact comes at least once.
      shuffled: fc.shuffledSubarray(facts, { minLength: facts.length }),
      isCut: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    }),
  );
  const left = async (batches: readonly (readonly Fact<Item>[])[]) => {
    await database.owner.query(`delete from ${table}`);
    await database.owner.query(`delete from ${table}_count`);
    for (const batch of batches) {
      const [head] = batch;
      const shopId = shops[head?.shop ?? 0];
      if (head === undefined || shopId === undefined) throw new Error('an empty batch');
      const read = { accountId: owner.accountId, shopId, readAt: head.readAt };
      const records = batch.map((each) => each.record);
      await database.engine.within(wholeAccount(owner.accountId), (transaction) =>
        store(transaction, { ...read, records }),
      );
    }
    const rows = await database.owner.query(`select shop_id, ${columns} from ${table} order by 1, 2`);
    const by = `shop_id, ${counted}`;
    const counts = await database.owner.query(
      `select ${by}, count from ${table}_count where count <> 0 order by ${by}`,
    );
    const recounted = await database.owner.query(`select ${by}, count(*) from ${table} group by ${by} order by ${by}`);
    expect(counts.rows).toEqual(recounted.rows);
    return rows.rows;
  };
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ facts, again, shuffled, isCut }) => {
      const once = await left(facts.map((each) => [each]));
      expect(await left(batchesOf([...again, ...shuffled], isCut))).toEqual(once);
    }),
    { numRuns: 40, seed: 1 },
  );
}

test('orders', () => expectSameRows(orders));
test('returns', () => expectSameRows(returns));
test('reviews', () => expectSameRows(reviews));
test('notifications', () => expectSameRows(notifications));
