import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { z } from 'zod';
import { openDatabaseIn } from '../../apps/server/tests/harness/database.ts';
import { Visitor } from '../../apps/server/tests/harness/web.ts';
import { BareHttp } from './lists/bare-http.ts';
import { CASES, type Case, type Sample, samplesOf } from './lists/cases.ts';
import { PASSWORD, type Seeded, SHOPS, seedAccount } from './lists/seed.ts';
import { startChild } from './scale/child.ts';

/**
 * Measures the answers of the HTTP API, for an account with many conversations and for one with a hundredth of them,
 * for the main account and for a sub-account of five shops, and compares them with the bare statement: a compiled
 * statement without row security. All are asked in turn, so that the machine's other load meets all of them.
 *
 * `PASAR_BENCH_CONVERSATIONS=10000` and `PASAR_BENCH_ROUNDS=100` try it with fewer.
 */
const CONVERSATIONS = Number(process.env.PASAR_BENCH_CONVERSATIONS ?? 100_000);
const MESSAGES_EACH = 10;
const FEWER = 100;
const ROUNDS = Number(process.env.PASAR_BENCH_ROUNDS ?? 1_000);
/** Statements are compiled and pages of the disk are read during the first rounds. */
const WARM_UP = 20;

interface Times {
  readonly main: number[];
  readonly small: number[];
  readonly sub: number[];
  readonly bare: number[];
  /** Characters of the answers. */
  readonly mainSizes: number[];
  readonly smallSizes: number[];
}
/**
 * Where the account with fewer conversations has no full page, its answer has fewer rows, and the times of the two
 * accounts say nothing of the number of conversations.
 */
const SAME_SIZE = 0.9;

export async function benchLists(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  const server = await startChild(new URL('./lists/web-server.ts', import.meta.url));
  const origin = await server.ask(z.string(), 'open', database.config);
  const bareClient = new pg.Client({ ...database.config, options: '-c jit=off' });
  await bareClient.connect();
  const open: BareHttp[] = [];
  try {
    const startedAt = performance.now();
    const large = await seedAccount(database, 'large', CONVERSATIONS, CONVERSATIONS * MESSAGES_EACH);
    const small = await seedAccount(database, 'small', CONVERSATIONS / FEWER, (CONVERSATIONS / FEWER) * MESSAGES_EACH);
    await database.owner.query('vacuum analyze');
    console.log(`\nLists: seeded in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    const signIn = async (username: string): Promise<BareHttp> => {
      const visitor = new Visitor(origin);
      await visitor.logIn(CALLS.account.login, username, PASSWORD);
      const client = new BareHttp(origin, visitor.cookie);
      open.push(client);
      return client;
    };
    const clients = {
      main: await signIn(large.main),
      sub: await signIn(large.sub),
      small: await signIn(small.main),
    };
    const samples = {
      large: await samplesOf(database, large, ROUNDS + WARM_UP),
      small: await samplesOf(database, small, ROUNDS + WARM_UP),
    };
    const times = new Map(
      CASES.map((one): [Case, Times] => [
        one,
        { main: [], small: [], sub: [], bare: [], mainSizes: [], smallSizes: [] },
      ]),
    );
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [one, took] of times) await askOnce(one, round, took, { clients, samples, bareClient, large });
    }
    report(times);
  } finally {
    for (const client of open) client.close();
    await bareClient.end();
    await server.stop();
    await database.close();
  }
}

interface Setting {
  readonly clients: Readonly<Record<'main' | 'sub' | 'small', BareHttp>>;
  readonly samples: Readonly<Record<'large' | 'small', readonly Sample[]>>;
  readonly bareClient: pg.Client;
  readonly large: Seeded;
}

async function askOnce(one: Case, round: number, took: Times, setting: Setting): Promise<void> {
  const { clients, samples, bareClient, large } = setting;
  const timed = async <Answer>(times: number[], run: () => Promise<Answer>): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await run();
    if (round >= 0) times.push(performance.now() - startedAt);
    return answer;
  };
  const request = (client: BareHttp, of: readonly Sample[]) => {
    const sample = at(of, round + WARM_UP);
    const { path, body } = one.ask(sample);
    return () => client.request(one.method, path, body);
  };
  took.mainSizes.push((await timed(took.main, request(clients.main, samples.large))).length);
  await timed(took.bare, () => bareClient.query(one.bare(large, at(samples.large, round + WARM_UP))));
  took.smallSizes.push((await timed(took.small, request(clients.small, samples.small))).length);
  if (one.hasSub) await timed(took.sub, request(clients.sub, samples.large));
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('no samples');
  return value;
}

function report(times: ReadonlyMap<Case, Times>): void {
  const title = `${SHOPS} shops, ${CONVERSATIONS.toLocaleString('en')} conversations, ${(CONVERSATIONS * MESSAGES_EACH).toLocaleString('en')} messages`;
  console.log(`${title}; times in ms, of ${ROUNDS} answers; fewer: the account with fewer has no full page`);
  console.log(
    `  ${'answer'.padEnd(44)}${['bare p50', 'p50', 'ratio', 'goal', 'p99', `p99 /${FEWER}`, 'ratio', 'goal', 'sub p50', 'ratio', 'goal'].map((head) => head.padStart(9)).join('')}`,
  );
  for (const [one, { main, small, sub, bare, mainSizes, smallSizes }] of times) {
    const isSameSize = quantile(smallSizes, 0.5) >= quantile(mainSizes, 0.5) * SAME_SIZE;
    const slowest = quantile(main, 0.99) / quantile(small, 0.99);
    const cells = [
      quantile(bare, 0.5).toFixed(2),
      quantile(main, 0.5).toFixed(2),
      ...compared(quantile(main, 0.5) / quantile(bare, 0.5), 2.5),
      quantile(main, 0.99).toFixed(2),
      quantile(small, 0.99).toFixed(2),
      ...(isSameSize ? compared(slowest, 1.5) : [`${slowest.toFixed(2)}x`, 'fewer']),
      ...(one.hasSub ? [quantile(sub, 0.5).toFixed(2), ...compared(quantile(sub, 0.5) / quantile(main, 0.5), 1)] : []),
    ];
    console.log(`  ${one.name.padEnd(44)}${cells.map((cell) => cell.padStart(9)).join('')}`);
  }
}

const compared = (ratio: number, goal: number): string[] => [`${ratio.toFixed(2)}x`, ratio <= goal ? 'met' : 'missed'];

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
