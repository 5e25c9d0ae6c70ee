import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { openDatabaseIn } from '../../apps/server/tests/harness/database.ts';
import { openTestWeb, Visitor } from '../../apps/server/tests/harness/web.ts';
import { arrivals, PER_SECOND } from './lists/arrivals.ts';
import { BareHttp } from './lists/bare-http.ts';
import { CASES, type Case, samplesOf } from './lists/cases.ts';
import { PASSWORD, SHOPS, seedAccount } from './lists/seed.ts';
import { type GoalRow, printGoals } from './table.ts';

/**
 * Measures every list over HTTP while 50 messages a second arrive at conversations of all its shops, and the same while
 * none do. Both take turns, so that the machine's other load meets both. A live window hears the messages.
 */
const CONVERSATIONS = Number(process.env.PASAR_BENCH_CONVERSATIONS ?? 100_000);
const TURNS = 10;
/** Answers of each list in a turn. */
const EACH = 15;

export async function benchBusyLists(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  const web = await openTestWeb(database);
  try {
    const account = await seedAccount(database, 'busy', CONVERSATIONS, CONVERSATIONS);
    await database.owner.query('vacuum analyze');
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, account.main, PASSWORD);
    const window = await visitor.live(0);
    const client = new BareHttp(web.origin, visitor.cookie);
    const samples = await samplesOf(database, account, TURNS * EACH);
    const arriving = await arrivals(database, account.connection);
    const lists = CASES.filter(({ kind }) => kind === 'list');
    const times = new Map(lists.map((one) => [one, { quiet: [] as number[], busy: [] as number[] }]));
    const takeTurn = async (turn: number, kind: 'quiet' | 'busy') => {
      for (let round = 0; round < EACH; round += 1) {
        for (const [one, took] of times) took[kind].push(await answerTime(client, one, samples[turn * EACH + round]));
      }
    };
    // Statements are compiled and pages of the disk are read.
    await takeTurn(0, 'quiet');
    for (const took of times.values()) took.quiet.length = 0;
    let stored = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await takeTurn(turn, 'quiet');
      const stop = new AbortController();
      const arrived = arriving(stop.signal);
      await takeTurn(turn, 'busy');
      stop.abort();
      stored += await arrived;
    }
    report(times, stored);
    client.close();
    window.close();
  } finally {
    await web.close();
    await database.close();
  }
}

async function answerTime(
  client: BareHttp,
  one: Case,
  sample: Parameters<Case['ask']>[0] | undefined,
): Promise<number> {
  if (sample === undefined) throw new Error('no sample');
  const { path, body } = one.ask(sample);
  const startedAt = performance.now();
  await client.request(one.method, path, body);
  return performance.now() - startedAt;
}

function report(
  times: ReadonlyMap<Case, { readonly quiet: readonly number[]; readonly busy: readonly number[] }>,
  stored: number,
): void {
  const rows = [...times].flatMap(([{ name }, { quiet, busy }]): GoalRow[] => [
    {
      name: `${name}: p50 ${quantile(quiet, 0.5).toFixed(1)} ms; while messages arrive, as a multiple`,
      value: quantile(busy, 0.5) / quantile(quiet, 0.5),
      unit: 'x',
      goal: { kind: 'atMost', value: 1.5 },
    },
    { name: `${name}: p99 while messages arrive`, value: quantile(busy, 0.99), unit: 'ms', goal: null },
  ]);
  printGoals(
    `Lists of ${SHOPS} shops and ${CONVERSATIONS.toLocaleString('en')} conversations, while ${stored.toLocaleString('en')} messages arrived at ${PER_SECOND} a second`,
    rows,
  );
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
