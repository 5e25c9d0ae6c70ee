import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { openTestWeb, Visitor } from '../../apps/server/tests/harness/web.ts';
import { BareHttp } from './lists/bare-http.ts';
import { type Asker, BOOK_CASES, type BookCase } from './orders/cases.ts';
import { type BookSample, PASSWORD, type SeededBook, SHOPS, samplesOf, seedBook } from './orders/seed.ts';

/**
 * Measures lists, searches, counts and figures of the order book over HTTP, for the main account and for a sub-account of
 * five shops, and compares each with the bare statement: a compiled statement without row security that gives the same
 * rows of the same shops. All are asked in turn, so that the machine's other load meets all of them.
 *
 * `PASAR_BENCH_ORDERS=50000` tries it with fewer.
 */
const ORDERS = Number(process.env.PASAR_BENCH_ORDERS ?? 1_000_000);
const ROUNDS = Number(process.env.PASAR_BENCH_ROUNDS ?? 100);
const WARM_UP = 10;
const GOAL = 2.5;
const ASKERS = ['main', 'sub'] as const;

interface Times {
  readonly product: number[];
  readonly bare: number[];
}

export async function benchOrders(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const startedAt = performance.now();
    const book = await seedBook(database, 'book', ORDERS, Date.now());
    await database.owner.query('vacuum analyze');
    console.log(`\nOrder book: seeded in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    await measureBook(database, book);
  } finally {
    await database.close();
  }
}

/** Asks for every case in turn, and prints how long the answers took. */
export async function measureBook(database: TestDatabase, book: SeededBook): Promise<void> {
  const web = await openTestWeb(database);
  const bareClient = new pg.Client({ ...database.config, options: '-c jit=off' });
  await bareClient.connect();
  const clients = { main: await signIn(web.origin, book.main), sub: await signIn(web.origin, book.sub) };
  try {
    const samples = await samplesOf(database, book, ROUNDS + WARM_UP);
    const times = new Map(
      BOOK_CASES.map((one): [BookCase, Record<Asker, Times>] => [
        one,
        { main: { product: [], bare: [] }, sub: { product: [], bare: [] } },
      ]),
    );
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const sample = at(samples, round + WARM_UP);
      for (const [one, took] of times) {
        for (const asker of ASKERS) {
          const body = one.ask(sample);
          const bare = one.bare({ book, sample, asker });
          const product = await timed(() => clients[asker].request(one.call.method, one.call.path, body));
          const plain = await timed(() => bareClient.query(bare));
          if (round < 0) continue;
          took[asker].product.push(product);
          took[asker].bare.push(plain);
        }
      }
    }
    report(times);
  } finally {
    for (const client of Object.values(clients)) client.close();
    await bareClient.end();
    await web.close();
  }
}

async function signIn(origin: string, username: string): Promise<BareHttp> {
  const visitor = new Visitor(origin);
  await visitor.logIn(CALLS.account.login, username, PASSWORD);
  return new BareHttp(origin, visitor.cookie);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function at(samples: readonly BookSample[], index: number): BookSample {
  const sample = samples[index % samples.length];
  if (sample === undefined) throw new Error('no samples');
  return sample;
}

function report(times: ReadonlyMap<BookCase, Record<Asker, Times>>): void {
  console.log(`${SHOPS} shops, ${ORDERS.toLocaleString('en')} orders; times in ms, of ${ROUNDS} answers`);
  const head = ['bare p50', 'p50', 'p95', 'ratio', 'goal', 'sub bare', 'sub p50', 'sub p95', 'ratio', 'goal'];
  console.log(`  ${'answer'.padEnd(36)}${head.map((cell) => cell.padStart(9)).join('')}`);
  for (const [one, took] of times) {
    const cells = ASKERS.flatMap((asker) => {
      const { product, bare } = took[asker];
      const ratio = quantile(product, 0.5) / quantile(bare, 0.5);
      return [
        quantile(bare, 0.5).toFixed(2),
        quantile(product, 0.5).toFixed(2),
        quantile(product, 0.95).toFixed(2),
        `${ratio.toFixed(2)}x`,
        ratio <= GOAL ? 'met' : 'missed',
      ];
    });
    console.log(`  ${one.name.padEnd(36)}${cells.map((cell) => cell.padStart(9)).join('')}`);
  }
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
