import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { systemClock } from '@pasar/bridge';
import { PageTurns } from '../../apps/server/src/engine/connection/readings/page-turns.ts';
import { readDueLists } from '../../apps/server/src/engine/connection/readings/read-lists.ts';
import type { Batcher } from '../../apps/server/src/engine/ingest/batcher.ts';
import { storeOrders } from '../../apps/server/src/records/order-book.ts';
import { startReading } from '../../apps/server/src/records/readings.ts';
import { wholeAccount } from '../../apps/server/src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openDatabaseIn,
  type TestDatabase,
  type TestTenant,
} from '../../apps/server/tests/harness/database.ts';
import { openBatcher, openRunnerContext } from '../../apps/server/tests/harness/runner.ts';
import { ScriptedConnector } from '../../apps/server/tests/harness/scripted-connector.ts';
import { type LiveWindow, openTestWeb, Visitor } from '../../apps/server/tests/harness/web.ts';
import { postgresCpuMs } from './cost/postgres-cpu.ts';
import { OrderMarketplace, orderOf, PAGE } from './sync/marketplace.ts';
import { type GoalRow, printGoals } from './table.ts';

/**
 * Reads orders of twenty logins into the book, by the product's own reading of pages, and compares this with one transaction
 * an order: the same statement with the same triggers. Then tells how long a buyer's message takes from the socket to an open
 * window while nothing is read and while orders are read, in turns.
 *
 * `PASAR_BENCH_ORDERS=10000` tries it with fewer.
 */
const ORDERS = Number(process.env.PASAR_BENCH_ORDERS ?? 100_000);
const LOGINS = 20;
const WRITERS = 16;
const TURNS = 4;
const MESSAGES_OF_TURN = 40;
/** Longer than the pause of the batcher, which would otherwise be what is measured. */
const MESSAGE_EVERY_MS = 250;
/** What a marketplace takes for a page of orders (our choice: Shopee is asked twice for one). */
const PAGE_TAKES_MS = 200;

export async function benchSync(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const before = await oneByOne(database, 'before@bench', ORDERS / 20);
    const pages = await byPages(database);
    const after = await oneByOne(database, 'after@bench', ORDERS / 20);
    const chat = await chatLatency(database);
    printSync([before, after], pages, chat);
  } finally {
    await database.close();
  }
}

const tenantOf = (database: TestDatabase, name: string): Promise<TestTenant> =>
  makeTenant(
    database,
    name,
    Array.from({ length: LOGINS }, (_, at) => [`${name}-${at}`]),
  );

interface Speed {
  readonly perSecond: number;
  /** Milliseconds of CPU for an order, of this process and of PostgreSQL: other load of the machine changes it less. */
  readonly cpuMs: number;
}

async function speedOf({ owner }: TestDatabase, orders: number, store: () => Promise<void>): Promise<Speed> {
  const own = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1_000;
  const cpu = async (): Promise<number> => own() + (await postgresCpuMs(owner));
  const before = await cpu();
  const startedAt = performance.now();
  await store();
  const tookMs = performance.now() - startedAt;
  return { perSecond: (orders / tookMs) * 1_000, cpuMs: ((await cpu()) - before) / orders };
}

async function oneByOne(database: TestDatabase, name: string, count: number): Promise<Speed> {
  const { accountId, connections } = await tenantOf(database, name);
  const shops = connections.flatMap(({ shopIds }) => [...shopIds.values()]);
  await database.owner.query('analyze');
  const numbers = Array.from({ length: count }, (_, number) => number);
  const write = (): Promise<unknown> =>
    Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
          const shopId = shops[number % LOGINS];
          if (shopId === undefined) throw new Error('no shop');
          const records = [orderOf(number)];
          await database.engine.within(wholeAccount(accountId), (transaction) =>
            storeOrders(transaction, { accountId, shopId, records, readAt: Date.now() }),
          );
        }
      }),
    );
  return speedOf(database, count, async () => {
    await write();
  });
}

async function byPages(database: TestDatabase): Promise<Speed> {
  const tenant = await tenantOf(database, 'pages@bench');
  const batcher = openBatcher(database);
  await database.owner.query('analyze');
  const marketplace = new OrderMarketplace(ORDERS / LOGINS, 0);
  const speed = await speedOf(database, ORDERS, () =>
    readAll(database, tenant, batcher, marketplace, new AbortController().signal),
  );
  await batcher.close();
  const stored = await database.owner.query<{ count: number }>(
    'select count(*)::int as count from shop_order where account_id = $1',
    [tenant.accountId],
  );
  if (stored.rows[0]?.count !== ORDERS) throw new Error(`stored ${stored.rows[0]?.count} orders`);
  return speed;
}

/** Has all logins read their orders at the same time, as their duties do. */
async function readAll(
  database: TestDatabase,
  { accountId, connections }: TestTenant,
  batcher: Batcher,
  marketplace: OrderMarketplace,
  signal: AbortSignal,
): Promise<void> {
  const shopIds = connections.flatMap((owner) => [...owner.shopIds.values()]);
  await database.app.within(wholeAccount(accountId), (transaction) =>
    startReading(transaction, { accountId, subject: 'orders', shopIds, now: Date.now() }),
  );
  const pageTurns = new PageTurns(systemClock, () => batcher.areItemsComing());
  await Promise.all(
    connections.map((owner) =>
      readDueLists(
        openRunnerContext(database, owner, new ScriptedConnector(), { batcher, pageTurns }),
        marketplace.session(),
        signal,
      ),
    ),
  );
}

interface ChatTimes {
  readonly quiet: number[];
  readonly reading: number[];
  /** Orders that were read during the turns of `reading`. */
  read: number;
}

async function chatLatency(database: TestDatabase): Promise<ChatTimes> {
  const tenant = await tenantOf(database, 'chat@bench');
  const web = await openTestWeb(database);
  const batcher = openBatcher(database);
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no login');
  const shop = 'chat@bench-0';
  const list = {
    kind: 'event',
    owner,
    event: { kind: 'conversation.listed', conversation: listing(shop, 'c1') },
  } as const;
  await batcher.submit(tenant.accountId, [list]);
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'chat@bench', 'right');
  const window = await visitor.live(0);
  let number = 0;
  const tellMessages = async (times: number[] | null): Promise<void> => {
    for (let told = 0; told < MESSAGES_OF_TURN; told += 1) {
      await new Promise((resume) => setTimeout(resume, MESSAGE_EVERY_MS * (0.75 + Math.random() / 2)));
      number += 1;
      const message = messageAt(shop, 'c1', number, 'buyer');
      const startedAt = performance.now();
      const event = { kind: 'message.received', message, via: 'live' } as const;
      await batcher.submit(tenant.accountId, [{ kind: 'event', owner, event }]);
      await window.until((seen) => hasMessage(seen, message.platformMessageId));
      times?.push(performance.now() - startedAt);
    }
  };
  const times: ChatTimes = { quiet: [], reading: [], read: 0 };
  try {
    await tellMessages(null);
    const marketplace = new OrderMarketplace(1_000_000, PAGE_TAKES_MS);
    for (let turn = 0; turn < TURNS; turn += 1) {
      await tellMessages(times.quiet);
      const end = new AbortController();
      const reading = readAll(database, tenant, batcher, marketplace, end.signal);
      // The logins have begun, which is told of each, and their other lists are read.
      await marketplace.more(2 * LOGINS * PAGE);
      const before = marketplace.told;
      await tellMessages(times.reading);
      end.abort();
      await reading;
      times.read += marketplace.told - before;
    }
    return times;
  } finally {
    window.close();
    await batcher.close();
    await web.close();
  }
}

/** Only the newest frame can have it, because messages are told one after the other. */
const hasMessage = ({ frames }: LiveWindow, id: string): boolean =>
  frames.slice(-20).some((frame) => frame.changes?.some((change) => JSON.stringify(change).includes(id)) ?? false);

function printSync(singles: readonly Speed[], pages: Speed, { quiet, reading, read }: ChatTimes): void {
  const mean = (of: (speed: Speed) => number): number =>
    singles.reduce((sum, one) => sum + of(one), 0) / singles.length;
  const singly = { perSecond: mean(({ perSecond }) => perSecond), cpuMs: mean(({ cpuMs }) => cpuMs) };
  const ratio = (part: number): number => quantile(reading, part) / quantile(quiet, part);
  const shown = (name: string, value: number, unit: string): GoalRow => ({ name, value, unit, goal: null });
  printGoals(`Reading of ${ORDERS.toLocaleString('en')} orders of ${LOGINS} logins`, [
    shown(`one transaction an order, ${WRITERS} connections`, singly.perSecond, 'orders/s'),
    shown('Pasar, page by page', pages.perSecond, 'orders/s'),
    shown('CPU of an order: one transaction an order', singly.cpuMs, 'ms'),
    shown('CPU of an order: Pasar', pages.cpuMs, 'ms'),
    shown('CPU of one transaction an order against Pasar', singly.cpuMs / pages.cpuMs, 'x'),
    {
      name: 'Pasar against one transaction an order',
      value: pages.perSecond / singly.perSecond,
      unit: 'x',
      goal: { kind: 'atLeast', value: 5 },
    },
    shown('orders read while messages were told', read, ''),
    shown('message to the window while nothing is read, p50', quantile(quiet, 0.5), 'ms'),
    shown('message to the window while nothing is read, p95', quantile(quiet, 0.95), 'ms'),
    shown('message to the window while orders are read, p50', quantile(reading, 0.5), 'ms'),
    shown('message to the window while orders are read, p95', quantile(reading, 0.95), 'ms'),
    { name: 'the same as a multiple, p50', value: ratio(0.5), unit: 'x', goal: { kind: 'atMost', value: 1.2 } },
    { name: 'the same as a multiple, p95', value: ratio(0.95), unit: 'x', goal: { kind: 'atMost', value: 1.2 } },
  ]);
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
