import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { questionOf } from '@pasar/domain';
import pg from 'pg';
import { tsqueryOf } from '../../apps/server/src/features/search/tsquery.ts';
import { searchPrefix } from '../../apps/server/src/records/search-index.ts';
import { openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { openTestWeb, Visitor } from '../../apps/server/tests/harness/web.ts';
import { BareHttp } from './lists/bare-http.ts';
import { indexBacklog, PASSWORD, type SeededTexts, seedTexts } from './search/seed.ts';

/**
 * Measures the search over everything over HTTP, for the main account and for a sub-account of five shops, and compares it
 * with the bare scan of the index for the same hits: a compiled statement without row security that reads them all and
 * gives the newest. All are asked in turn, so that the machine's other load meets all of them.
 *
 * `PASAR_BENCH_MESSAGES=50000` tries it with fewer.
 */
const MESSAGES = Number(process.env.PASAR_BENCH_MESSAGES ?? 1_000_000);
const ROUNDS = Number(process.env.PASAR_BENCH_ROUNDS ?? 40);
const WARM_UP = 5;
const GOAL = 5;
/** Hits of a page. */
const MOST = 25;

const QUESTIONS = [
  ['a code that one message has', (code: string) => code],
  ['two words', () => 'johor original'],
  ['Thai, a word', () => 'เก็บเงินปลายทาง'],
  ['Chinese, two characters', () => '发货'],
  ['Chinese, a question', () => '什么时候发货'],
  ['Vietnamese without marks', () => 'giao hang'],
  ['the beginning of a word', () => 'ori'],
  ['two letters', () => 'ba'],
] as const;

interface Times {
  hits: number;
  readonly bare: number[];
  readonly product: number[];
}

export async function benchSearch(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const startedAt = performance.now();
    const seeded = await seedTexts(database, 'texts', MESSAGES);
    const seededMs = performance.now() - startedAt;
    const seconds = await indexBacklog(database, seeded);
    await database.owner.query('vacuum analyze');
    const sizes = await database.owner.query<{ words: string; texts: string }>(
      "select pg_size_pretty(pg_total_relation_size('search_entry')) as words, pg_size_pretty(pg_total_relation_size('message')) as texts",
    );
    console.log(`\nSearch: ${MESSAGES.toLocaleString('en')} messages, seeded in ${Math.round(seededMs / 1_000)} s`);
    console.log(
      `  indexed in ${Math.round(seconds)} s; words ${sizes.rows[0]?.words}, messages ${sizes.rows[0]?.texts}`,
    );
    await measureSearch(database, seeded);
  } finally {
    await database.close();
  }
}

/** Asks every question in turn, and prints how long the answers took. */
export async function measureSearch(database: TestDatabase, seeded: SeededTexts): Promise<void> {
  const web = await openTestWeb(database);
  const bareClient = new pg.Client({ ...database.config, options: '-c jit=off -c enable_seqscan=off' });
  await bareClient.connect();
  try {
    const found = await database.owner.query<{ code: string }>(
      `select substring(content ->> 'text' from '[0-9A-F]{12}$') as code from message
       where content ->> 'text' ~ '[0-9A-F]{12}$' limit $1`,
      [ROUNDS + WARM_UP],
    );
    const codes = found.rows.map(({ code }) => code);
    for (const asker of ['main', 'sub'] as const) {
      console.log(
        `  ${asker}: ${['hits', 'bare p50', 'p50', 'p95', 'ratio'].map((head) => head.padStart(9)).join('')}`,
      );
      // The server closes a connection that waits for long.
      const client = await signIn(web.origin, seeded[asker]);
      for (const [name, of] of QUESTIONS) {
        report(name, await timesOf({ seeded, asker, client, bareClient, words: codes.map(of) }));
      }
      client.close();
    }
  } finally {
    await bareClient.end();
    await web.close();
  }
}

interface Asking {
  readonly seeded: SeededTexts;
  readonly asker: 'main' | 'sub';
  readonly client: BareHttp;
  readonly bareClient: pg.Client;
  readonly words: readonly string[];
}
async function timesOf({ seeded, asker, client, bareClient, words: all }: Asking): Promise<Times> {
  const times: Times = { hits: 0, bare: [], product: [] };
  for (const [round, words] of all.entries()) {
    const bare = await timed(() => bareClient.query(bareOf(seeded, words, asker === 'sub' ? seeded.subShops : null)));
    const product = await timed(() =>
      client.request('POST', CALLS.search.searchEverything.path, { words, kind: 'message' }),
    );
    if (round < WARM_UP) continue;
    times.hits = Number((bare.value.rows[0] as { hits: string } | undefined)?.hits ?? 0);
    times.bare.push(bare.ms);
    times.product.push(product.ms);
  }
  return times;
}

/** All hits, counted, and the newest of them. */
function bareOf({ tenant }: SeededTexts, words: string, shops: readonly string[] | null): pg.QueryConfig {
  const question = questionOf(words);
  if (question === null) throw new Error('nothing asked');
  return {
    text: `select subject_id, at, count(*) over () as hits from search_entry
           where words @@ $1::tsquery and account_id = $2 ${shops === null ? '' : 'and shop_id = any($3::uuid[])'}
           order by at desc, subject_id desc limit ${MOST}`,
    values: [
      tsqueryOf(question, searchPrefix(tenant.accountId, 'message')),
      tenant.accountId,
      ...(shops === null ? [] : [shops]),
    ],
  };
}

async function signIn(origin: string, username: string): Promise<BareHttp> {
  const visitor = new Visitor(origin);
  await visitor.logIn(CALLS.account.login, username, PASSWORD);
  return new BareHttp(origin, visitor.cookie);
}

async function timed<Value>(run: () => Promise<Value>): Promise<{ readonly value: Value; readonly ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}

function report(name: string, { hits, bare, product }: Times): void {
  const ratio = quantile(product, 0.5) / quantile(bare, 0.5);
  const cells = [
    hits.toLocaleString('en'),
    quantile(bare, 0.5).toFixed(2),
    quantile(product, 0.5).toFixed(2),
    quantile(product, 0.95).toFixed(2),
    `${ratio.toFixed(2)}x`,
    ratio <= GOAL ? 'met' : 'missed',
  ];
  console.log(`  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
