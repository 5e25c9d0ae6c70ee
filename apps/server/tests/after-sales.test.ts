import {
  asBuyerId,
  asMemberId,
  asPlatformShopId,
  OPEN_RETURN_STATUSES,
  RETURN_STATUSES,
  type ReturnCase,
  type Review,
  SHOWN_RETURN_STATUSES,
  type ShopId,
  type ShopNotification,
} from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { afterSalesCases } from '../src/features/after-sales/cases.ts';
import { afterSalesCounts } from '../src/features/after-sales/counts.ts';
import { listNotifications, notificationCounts } from '../src/features/notifications/notifications.ts';
import { markSeen, unseen } from '../src/features/readings/unseen.ts';
import { listReviews, reviewCounts } from '../src/features/reviews/reviews.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { markNotificationsRead, storeNotifications } from '../src/records/notifications.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { storeReturns } from '../src/records/returns.ts';
import { storeReviews } from '../src/records/reviews.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import { notice, returned, review } from './harness/after-sales.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { DAY_MS, NOW, orderRecord } from './harness/orders.ts';

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
let sub: Member;
let first: ShopId;
let second: ShopId;
let other: ShopId;
beforeAll(async () => {
  database = await openTestDatabase();
  const granted = [{ marketplace: 'shopee' as const, platformShopId: '12' }];
  const subs = [{ username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops: granted }];
  const tenant = await makeTenant(database, 'cases@x', [['11', '12'], ['13']], subs);
  await database.owner.query("update shop set marketplace = 'lazada' where platform_shop_id = '13'");
  [owner] = tenant.connections as [OwnedConnection];
  const shops = new Map(tenant.connections.flatMap(({ shopIds }) => [...shopIds]));
  [first, second, other] = ['11', '12', '13'].map((shop) => shops.get(asPlatformShopId(shop))) as [
    ShopId,
    ShopId,
    ShopId,
  ];
  main = await member(true);
  sub = await member(false);
});
afterAll(() => database.close());
beforeEach(async () => {
  const tables = ['shop_order', 'shop_order_count', 'shop_return', 'shop_return_count', 'shop_review', 'seen_list'];
  for (const table of [...tables, 'shop_review_count', 'shop_notification', 'shop_notification_count']) {
    await database.owner.query(`delete from ${table}`);
  }
});

async function member(isMain: boolean): Promise<Member> {
  const found = await database.owner.query<{ member_id: string }>('select member_id from member where is_main = $1', [
    isMain,
  ]);
  const known = await findMember(database.app, owner.accountId, asMemberId(found.rows[0]?.member_id ?? ''), true);
  if (known === null) throw new Error('no such member');
  return known;
}
const within = <Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> =>
  database.engine.within(wholeAccount(owner.accountId), work);
interface Asked {
  transaction: Transaction;
  member: Member;
  now: number;
}
async function as<Data>(
  who: Member,
  work: (context: Asked) => Promise<{ readonly ok: true; readonly data: Data } | { readonly ok: false }>,
): Promise<Data> {
  const answer = await database.app.within(who.scope, (transaction) => work({ transaction, member: who, now: NOW }));
  if (!answer.ok) throw new Error('refused');
  return answer.data;
}
const of = (shopId: ShopId, readAt: number) => ({ accountId: owner.accountId, shopId, readAt });
const keepReturns = (records: readonly ReturnCase[], shopId = first, readAt = NOW) =>
  within((transaction) => storeReturns(transaction, { ...of(shopId, readAt), records }));
const keepReviews = (records: readonly Review[], shopId = first, readAt = NOW) =>
  within((transaction) => storeReviews(transaction, { ...of(shopId, readAt), records }));
const keepNotifications = (records: readonly ShopNotification[], shopId = first, readAt = NOW) =>
  within((transaction) => storeNotifications(transaction, { ...of(shopId, readAt), records }));
const keepOrders = (records: readonly Parameters<typeof orderRecord>[], shopId = first, readAt = NOW) =>
  within((transaction) =>
    storeOrders(transaction, { ...of(shopId, readAt), records: records.map((one) => orderRecord(...one)) }),
  );

const cases = (input: Partial<Parameters<typeof afterSalesCases>[1]> = {}, who = main) =>
  as(who, (context) => afterSalesCases(context, { tab: 'open', pageSize: 50, ...input }));

test('open cases stand in the order in which they must be answered, by pages, with the facts of their order', async () => {
  await keepOrders([
    ['o1', { status: 'refund', orderNumber: 'N-one', buyerName: 'Ploy', buyerId: asBuyerId('b7') }],
    ['c1', { status: 'in_cancel', changedAt: NOW - 3 * HOUR_MS, cancelReason: '4' }],
    ['shipped', { status: 'wait_receiver_confirm' }],
  ]);
  await keepOrders(
    [
      ['l1', { status: 'refund', changedAt: NOW - 2 * DAY_MS }],
      ['l2', { status: 'refund', changedAt: NOW - 31 * DAY_MS }],
    ],
    other,
  );
  await keepReturns([
    returned('1', { respondBy: NOW + 5 * HOUR_MS }),
    returned('2', { respondBy: NOW + HOUR_MS, areGoodsReturned: true }),
    returned('3', { status: 'complete' }),
  ]);
  await keepReturns([returned('4', { status: 'unknown', wireStatus: '99', createdAt: NOW - 9 * DAY_MS })], second);

  const all = await cases();
  expect(all.cases.map(({ kind, orderId }) => `${kind} ${orderId}`)).toEqual([
    'return o2',
    'refund o1',
    'refund o4',
    'refund l1',
    'cancel c1',
  ]);
  expect(all.cases[1]).toMatchObject({
    orderNumber: 'N-one',
    buyerName: 'Ploy',
    buyerId: 'b7',
    respondBy: NOW + 5 * HOUR_MS,
    amount: { amount: '5.00', currency: 'SGD' },
    items: [{ productId: 'p1' }],
    returned: { reason: 'damaged', buyerText: 'broken' },
  });
  expect(all.cases[4]).toMatchObject({ returned: null, cancelReason: '4', amount: { amount: '12.50' } });
  expect(all.asOf).toBe(NOW);

  const paged = [];
  for (let cursor: string | undefined; ; ) {
    const page = await cases({ pageSize: 2, ...(cursor === undefined ? {} : { cursor }) });
    paged.push(...page.cases.map(({ orderId }) => orderId));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(paged).toEqual(all.cases.map(({ orderId }) => orderId));

  expect((await cases({ tab: 'refund' })).cases.map(({ orderId }) => orderId)).toEqual(['o1', 'o4', 'l1']);
  expect((await cases({ tab: 'closed' })).cases.map(({ orderId }) => orderId)).toEqual(['o3']);
  expect((await cases({ marketplaces: ['lazada'] })).cases.map(({ orderId }) => orderId)).toEqual(['l1']);
  expect((await cases({ words: 'ploy' })).cases.map(({ orderId }) => orderId)).toEqual(['o1']);
  expect((await cases({ words: 'r2' })).cases.map(({ orderId }) => orderId)).toEqual(['o2']);
  expect((await cases({}, sub)).cases.map(({ orderId }) => orderId)).toEqual(['o4']);
  const counts = (who: Member) => as(who, (context) => afterSalesCounts(context, {}));
  expect(await counts(main)).toEqual({ tabs: { open: 5, cancel: 1, refund: 3, return: 1, closed: 1 } });
  expect(await counts(sub)).toEqual({ tabs: { open: 1, cancel: 0, refund: 1, return: 0, closed: 0 } });
});

test('every status is open or closed, and an unknown one is open', () => {
  expect(SHOWN_RETURN_STATUSES.filter((status) => !OPEN_RETURN_STATUSES.includes(status))).toEqual([
    'canceled',
    'complete',
    'arbitration_complete',
  ]);
  expect(RETURN_STATUSES).toHaveLength(7);
});

test('a member has not seen what came after the moment that the member has seen', async () => {
  const counts = () => as(main, (context) => unseen(context));
  const none = { cancel: 0, refund: 0, return: 0, reviews: 0, notifications: 0, open: 0, dueSoon: 0 };
  expect(await counts()).toEqual(none);
  await keepOrders([['c1', { status: 'in_cancel', changedAt: NOW - 20 * DAY_MS }]]);
  await keepReturns([returned('1', { respondBy: NOW + HOUR_MS })], second);
  await keepReviews([review('1', { stars: 2 }), review('2', { stars: 3 })]);
  await keepNotifications([
    notice('1', { kind: 'violation' }),
    notice('2'),
    notice('3', { kind: 'violation', isRead: true }),
  ]);
  expect(await counts()).toEqual({ ...none, cancel: 1, refund: 1, reviews: 1, notifications: 1, open: 2, dueSoon: 1 });
  expect(await as(sub, (context) => unseen(context))).toMatchObject({ cancel: 0, refund: 1, reviews: 0 });

  await as(main, (context) => markSeen(context, { subject: 'returns', until: NOW }));
  await as(main, (context) => markSeen(context, { subject: 'returns', until: NOW - DAY_MS }));
  expect(await counts()).toMatchObject({ cancel: 0, refund: 0, reviews: 1, open: 2, dueSoon: 1 });
  // Read again without a change, it stays seen; a new wish is not, however old the marketplace says it is.
  await keepOrders([['c1', { status: 'in_cancel', changedAt: NOW - 20 * DAY_MS }]], first, NOW + HOUR_MS);
  expect(await counts()).toMatchObject({ cancel: 0 });
  await keepOrders([['c2', { status: 'in_cancel', changedAt: NOW - 20 * DAY_MS }]], first, NOW + HOUR_MS);
  expect(await counts()).toMatchObject({ cancel: 1, open: 3 });
});

test('reviews are listed by their age or by their stars, counted, and lead to the order and the buyer', async () => {
  await keepOrders([['o1', { orderNumber: 'No1', buyerId: asBuyerId('b9') }]]);
  await keepReviews([
    review('1', { stars: 1, createdAt: NOW - 3 * HOUR_MS }),
    review('2', { stars: 5, createdAt: NOW - 2 * HOUR_MS, reply: 'thanks' }),
    review('3', { stars: 1, createdAt: NOW - HOUR_MS }),
  ]);
  await keepReviews([review('4', { stars: 4, createdAt: NOW - 4 * HOUR_MS })], second);
  const list = (input: Partial<Parameters<typeof listReviews>[1]> = {}, who = main) =>
    as(who, (context) => listReviews(context, { sort: 'newest', pageSize: 50, ...input }));
  const ids = async (...given: Parameters<typeof list>) =>
    (await list(...given)).reviews.map(({ reviewId }) => reviewId);
  expect(await ids()).toEqual(['3', '2', '1', '4']);
  expect(await ids({ sort: 'lowest' })).toEqual(['3', '1', '4', '2']);
  const page = await list({ sort: 'lowest', pageSize: 2 });
  expect(await ids({ sort: 'lowest', cursor: page.next ?? '' })).toEqual(['4', '2']);
  expect(await ids({ stars: [1, 5], isAnswered: false })).toEqual(['3', '1']);
  expect(await ids({}, sub)).toEqual(['4']);
  expect((await list()).reviews[2]).toMatchObject({ orderId: 'o1', buyerId: 'b9', shopId: first });
  expect(await as(main, (context) => reviewCounts(context, {}))).toEqual({
    stars: [
      { stars: 1, count: 2 },
      { stars: 4, count: 1 },
      { stars: 5, count: 1 },
    ],
    unanswered: 3,
  });
  // An answer that the seller gave at the marketplace moves the counters.
  await keepReviews([review('3', { stars: 1, createdAt: NOW - HOUR_MS, reply: 'sorry' })], first, NOW + 1);
  expect(await as(main, (context) => reviewCounts(context, {}))).toMatchObject({ unanswered: 2 });
});

test('urgent unread notifications stand on top, and what is read moves to the others', async () => {
  await keepNotifications([
    notice('1', { at: NOW - 5 * HOUR_MS, kind: 'frozen_product' }),
    notice('2', { at: NOW - 4 * HOUR_MS }),
    notice('3', { at: NOW - 3 * HOUR_MS, isRead: true }),
  ]);
  await keepNotifications([notice('4', { at: NOW - HOUR_MS, kind: 'unknown', wireKind: 'coins' })], second);
  const list = (input: Partial<Parameters<typeof listNotifications>[1]> = {}) =>
    as(main, (context) => listNotifications(context, { pageSize: 50, ...input }));
  const ids = (rows: readonly { readonly notificationId: string }[]) => rows.map((row) => row.notificationId);
  const all = await list();
  expect([ids(all.onTop), ids(all.notifications)]).toEqual([['1'], ['4', '3', '2']]);
  expect(ids((await list({ kinds: ['order'], isRead: false })).notifications)).toEqual(['2']);
  const page = await list({ pageSize: 1 });
  expect(ids((await list({ cursor: page.next ?? '' })).notifications)).toEqual(['3', '2', '1']);
  await within((transaction) => markNotificationsRead(transaction, first, '1', NOW + 1));
  expect(ids((await list()).onTop)).toEqual([]);
  // A reading that began before does not make it unread again.
  await keepNotifications([notice('1', { at: NOW - 5 * HOUR_MS, kind: 'frozen_product' })], first, NOW);
  expect(ids((await list()).onTop)).toEqual([]);
  const counts = await as(main, (context) => notificationCounts(context, {}));
  expect(counts.kinds.toSorted((one, two) => one.kind.localeCompare(two.kind))).toEqual([
    { kind: 'frozen_product', all: 1, unread: 0 },
    { kind: 'order', all: 2, unread: 1 },
    { kind: 'unknown', all: 1, unread: 1 },
  ]);
});
