import { systemClock } from '@pasar/bridge';
import type { ConnectorSession, Outcome, Page } from '@pasar/connector-kit';
import { asMemberId, asShopId, type OrderRecord, READING_LIMITS, refusal, type ShopId } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readDueLists } from '../src/engine/connection/readings/read-lists.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { manualRsyncOpOrder, tryRsyncOpOrder } from '../src/features/order-book/start.ts';
import { readings, stopReading } from '../src/features/readings/readings.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { readSoon, startReading } from '../src/records/readings.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { NO_SHOP_CALLS } from './harness/no-shop-calls.ts';
import { DAY_MS, NOW, orderRecord as record } from './harness/orders.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
let first: ShopId;
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'orders@x', [['11']]);
  [owner] = tenant.connections as [OwnedConnection];
  [first] = [...owner.shopIds.values()] as [ShopId];
  const known = await findMember(database.app, owner.accountId, asMemberId(tenant.mainId), true);
  if (known === null) throw new Error('no such member');
  main = known;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['shop_order', 'shop_order_count', 'reading', 'reading_setting']) {
    await database.owner.query(`delete from ${table}`);
  }
});

const within = <Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> =>
  database.engine.within(wholeAccount(owner.accountId), work);
const as = <Value>(
  who: Member,
  work: (context: { transaction: Transaction; member: Member; now: number }) => Promise<Value>,
) => database.app.within(who.scope, (transaction) => work({ transaction, member: who, now: NOW }));
async function booked(): Promise<ReadonlyMap<string, string>> {
  const found = await database.owner.query<{ order_id: string; status: string }>(
    'select order_id, status from shop_order',
  );
  return new Map(found.rows.map((row) => [row.order_id, row.status]));
}

/** A marketplace with a list of orders that a test changes between two pages. */
class Marketplace {
  orders: OrderRecord[] = [];
  asked: (string | null)[] = [];
  beforePage: (number: number) => void | Promise<void> = () => undefined;
  refusal: Extract<Outcome<never>, { ok: false }> | null = null;

  session(): Pick<ConnectorSession, 'calls'> {
    const listChangedOrders = async (_shop: string, { cursor }: { readonly cursor: string | null }) => {
      await this.beforePage(this.asked.length);
      this.asked.push(cursor);
      if (this.refusal !== null) return this.refusal;
      const listed = this.orders.toSorted((one, other) => other.changedAt - one.changedAt);
      const page = cursor === null ? 0 : Number(cursor);
      const items = listed.slice(page * 10, page * 10 + 10);
      const next = listed.length > page * 10 + 10 ? String(page + 1) : null;
      return { ok: true, value: { items, next, unreadable: [] } } satisfies Outcome<Page<OrderRecord>>;
    };
    return { calls: { ...NO_SHOP_CALLS, orders: { ...NO_SHOP_CALLS.orders, listChangedOrders } } };
  }
}
const aged = (count: number, from = 0): OrderRecord[] =>
  Array.from({ length: count }, (_, number) =>
    record(`o${from + number}`, { changedAt: NOW - (from + number + 1) * 60_000 }),
  );

const openContext = () =>
  openRunnerContext(database, owner, new ScriptedConnector(), { clock: { ...systemClock, now: () => now } });
let now = NOW;
async function sync() {
  const told = await as(main, (context) => readings(context, { subject: 'orders' }));
  if (!told.ok) throw new Error(told.refusal.reason);
  return told.data.readings.find(({ shopId }) => shopId === first);
}
const ask = () => as(main, (context) => manualRsyncOpOrder({ ...context, now }, { shopIds: [asShopId(first)] }));

test('nothing is read before a member begins; then changes alone, with an overlap', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  marketplace.orders = [
    ...aged(35),
    record('old', { changedAt: NOW - (READING_LIMITS.orders.firstDays + 1) * DAY_MS }),
  ];
  const { signal } = new AbortController();
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([]);
  await ask();
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null, '1', '2', '3']);
  expect(await sync()).toMatchObject({ state: 'done', found: 36, progress: 1 });
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toHaveLength(4);
  now = NOW + 61 * 60_000;
  marketplace.orders.push(record('new', { changedAt: NOW + 60_000 }));
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked.slice(4)).toEqual([null, '1']);
  expect(await sync()).toMatchObject({ state: 'done', found: 1 });
  await context.batcher.close();
});

test('a shop without an order has been read to the end, and its first order is found later', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  const { signal } = new AbortController();
  const isComplete = async () =>
    (await database.owner.query('select from reading where complete_to is not null and shop_id = $1', [first]))
      .rowCount;
  await ask();
  expect(await isComplete()).toBe(0);
  await readDueLists(context, marketplace.session(), signal);
  expect(await isComplete()).toBe(1);
  marketplace.orders = [record('first', { changedAt: NOW - 80 * DAY_MS })];
  now = NOW + 61 * 60_000;
  await readDueLists(context, marketplace.session(), signal);
  expect([...(await booked()).keys()]).toEqual(['first']);
  await context.batcher.close();
});

test('a reading that is cut off goes on at its page, and misses no order that moved meanwhile', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  marketplace.orders = aged(60);
  await ask();
  const cut = new AbortController();
  marketplace.beforePage = (number) => {
    if (number === 2) cut.abort();
  };
  await readDueLists(context, marketplace.session(), cut.signal);
  expect(await sync()).toMatchObject({ state: 'running', found: 30 });
  // Orders from behind the place change, and new ones come: all move to the front.
  for (const id of ['o40', 'o59', 'o5']) {
    marketplace.orders = marketplace.orders.map((one) =>
      one.orderId === id ? { ...one, changedAt: NOW + 5, status: 'cancelled' as const } : one,
    );
  }
  marketplace.orders.push(...Array.from({ length: 12 }, (_, number) => record(`n${number}`, { changedAt: NOW + 6 })));
  marketplace.beforePage = () => undefined;
  const { signal } = new AbortController();
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked[3]).toBe('3');
  now = NOW + 61 * 60_000;
  await readDueLists(context, marketplace.session(), signal);
  const book = await booked();
  expect(book.size).toBe(72);
  for (const one of marketplace.orders) expect(book.get(one.orderId)).toBe(one.status);
  await context.batcher.close();
});

test('a member stops a reading, and the next one goes on where it stopped', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  marketplace.orders = aged(40);
  await ask();
  marketplace.beforePage = async (number) => {
    if (number === 1) await as(main, (each) => stopReading(each, { subject: 'orders' }));
  };
  const { signal } = new AbortController();
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null, '1']);
  expect(await sync()).toMatchObject({ state: 'stopped', found: 20 });
  await ask();
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null, '1', '2', '3']);
  expect(await sync()).toMatchObject({ state: 'done', found: 40 });
  await context.batcher.close();
});

test('a change that is asked for during a reading is read right after it', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  marketplace.orders = aged(15);
  await ask();
  marketplace.beforePage = async (number) => {
    now += 1_000;
    if (number === 1) await within((transaction) => readSoon(transaction, first, 'orders', now));
  };
  const { signal } = new AbortController();
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null, '1']);
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null, '1', null, '1']);
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toHaveLength(4);
  await context.batcher.close();
});

test('a shop that was read within the usual time is not read again by a client that only tries', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  marketplace.orders = aged(5);
  const { signal } = new AbortController();
  const attempt = (userId = '11') => as(main, (each) => tryRsyncOpOrder({ ...each, now }, { userId }));
  expect(await attempt()).toMatchObject({ ok: true, data: { isStarted: true } });
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null]);
  now = NOW + 59 * 60_000;
  expect(await attempt()).toMatchObject({ ok: true, data: { isStarted: false } });
  now = NOW + 61 * 60_000;
  expect(await attempt()).toMatchObject({ ok: true, data: { isStarted: true } });
  expect(await attempt('77')).toMatchObject({ ok: false });
  await context.batcher.close();
});

test('a refusal is told with its reason, and a lost lease writes nothing', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  marketplace.orders = aged(5);
  await ask();
  marketplace.refusal = { ok: false, refusal: refusal('order_fetch_failed', 'try later'), canRetry: true };
  const { signal } = new AbortController();
  await readDueLists(context, marketplace.session(), signal);
  expect(await sync()).toMatchObject({ state: 'failed', refusal: { reason: 'order_fetch_failed' } });
  marketplace.refusal = null;
  await ask();
  const lost = { ...context, owner: { ...context.owner, token: context.owner.token + 1 } };
  await readDueLists(lost, marketplace.session(), signal);
  expect((await booked()).size).toBe(0);
  await readDueLists(context, marketplace.session(), signal);
  expect((await booked()).size).toBe(5);
  await context.batcher.close();
});

test('a list that was refused for a while goes on at its page, and is read once', async () => {
  now = NOW;
  const context = openContext();
  const marketplace = new Marketplace();
  // Newer than what other tests have read.
  marketplace.orders = Array.from({ length: 25 }, (_, number) =>
    record(`waited${number}`, { changedAt: NOW + 1_000 - number }),
  );
  marketplace.beforePage = (number) => {
    marketplace.refusal =
      number === 1 ? { ok: false, refusal: refusal('order_fetch_failed', 'try later'), canRetry: true } : null;
  };
  await ask();
  const { signal } = new AbortController();
  await readDueLists(context, marketplace.session(), signal);
  expect(await sync()).toMatchObject({ state: 'failed' });
  now += 5 * 60_000;
  await readDueLists(context, marketplace.session(), signal);
  expect(marketplace.asked).toEqual([null, '1', '1', '2']);
  expect(await sync()).toMatchObject({ state: 'done', nextAt: NOW + READING_LIMITS.orders.minutes.usual * 60_000 });
  await context.batcher.close();
});

test('lists take turns page by page, and one that becomes due meanwhile does not wait for the end of the others', async () => {
  now = NOW;
  const { connections } = await makeTenant(database, 'turns@x', [['21', '22']]);
  const [turns] = connections as [OwnedConnection];
  const asked: string[] = [];
  const listed =
    (name: string, pages: (shop: string) => number) =>
    async (shop: string, { cursor }: { readonly cursor: string | null }) => {
      const page = cursor === null ? 0 : Number(cursor);
      asked.push(`${name} ${shop} ${page}`);
      // Ten minutes later returns are due again.
      if (name === 'orders' && page === 2) now += READING_LIMITS.returns.minutes.usual * 60_000;
      const next = page + 1 < pages(shop) ? String(page + 1) : null;
      return { ok: true, value: { items: [], next, unreadable: [] } } satisfies Outcome<Page<never>>;
    };
  const { orders, affairs } = NO_SHOP_CALLS;
  const session = {
    calls: {
      ...NO_SHOP_CALLS,
      orders: {
        ...orders,
        listChangedOrders: listed('orders', (shop) => (shop === '21' ? 5 : 1)),
        listReturns: listed('returns', () => 1),
      },
      affairs: {
        ...affairs,
        listReviews: listed('reviews', (shop) => (shop === '21' ? 2 : 1)),
        listNotifications: listed('notifications', () => 1),
      },
    },
  };
  const context = openRunnerContext(database, turns, new ScriptedConnector(), {
    clock: { ...systemClock, now: () => now },
  });
  await database.app.within(wholeAccount(turns.accountId), (transaction) =>
    startReading(transaction, {
      accountId: turns.accountId,
      subject: 'orders',
      shopIds: [...turns.shopIds.values()],
      now,
    }),
  );
  await readDueLists(context, session, new AbortController().signal);
  // The shops of a login come in any order.
  const turnsTaken = [
    ['returns 21 0', 'returns 22 0'],
    ['notifications 21 0', 'notifications 22 0'],
    ['reviews 21 0', 'reviews 22 0'],
    ['orders 21 0', 'orders 22 0'],
    ['reviews 21 1', 'orders 21 1'],
    ['orders 21 2'],
    ['returns 21 0', 'returns 22 0', 'orders 21 3'],
    ['orders 21 4'],
  ];
  for (const some of turnsTaken) expect(asked.splice(0, some.length).toSorted()).toEqual(some.toSorted());
  expect(asked).toEqual([]);
  await context.batcher.close();
});

test('the first reading of an account begins the other lists of its shops too, and shops without the list have none', async () => {
  now = NOW;
  const context = openContext();
  const asked: string[] = [];
  const empty = (name: string) => async () => {
    asked.push(name);
    return { ok: true, value: { items: [], next: null, unreadable: [] } } satisfies Outcome<Page<never>>;
  };
  const { orders, affairs } = NO_SHOP_CALLS;
  const session = {
    calls: {
      ...NO_SHOP_CALLS,
      orders: { ...orders, listChangedOrders: empty('orders'), listReturns: empty('returns') },
      affairs: { ...affairs, listReviews: empty('reviews'), listNotifications: empty('notifications') },
    },
  };
  const { signal } = new AbortController();
  await readDueLists(context, session, signal);
  expect(asked).toEqual([]);
  await ask();
  await readDueLists(context, session, signal);
  expect(asked).toEqual(['returns', 'notifications', 'reviews', 'orders']);
  await readDueLists(context, session, signal);
  expect(asked).toHaveLength(4);
  // Returns are read more often than the others.
  now = NOW + READING_LIMITS.returns.minutes.usual * 60_000;
  await readDueLists(context, session, signal);
  expect(asked.slice(4)).toEqual(['returns']);
  const elsewhere = {
    ...context,
    connector: Object.assign(Object.create(context.connector), { marketplace: 'lazada' }),
  };
  await database.owner.query("delete from reading where subject <> 'orders'");
  await readDueLists(elsewhere, session, signal);
  expect(asked).toHaveLength(5);
  await context.batcher.close();
});
