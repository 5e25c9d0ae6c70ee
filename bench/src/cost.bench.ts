import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { plainStoreUs, readingUs } from './cost/clients.ts';
import { CONNECTIONS, COUNT, PER_SECOND, WARM_UP } from './cost/load.ts';
import { postgresCpuMs } from './cost/postgres-cpu.ts';
import { type Child, startChild, usage } from './scale/child.ts';
import { CONVERSATIONS_EACH, type Crowd, MESSAGES_EACH } from './scale/crowd.ts';
import type * as crowdServer from './scale/crowd-server.ts';
import { type GoalRow, printGoals } from './table.ts';

/**
 * What a buyer's message costs from the marketplace's socket to an open window: CPU of the server and of its
 * PostgreSQL, writing transactions, and WAL without full-page images, over one account and over twenty; against the
 * least code that stores and tells the same messages. What reading alone costs is measured against bare clients.
 * `PASAR_BENCH_BESIDE` names the folder of another installed checkout, whose server is measured in turn.
 */
const GOALS: Readonly<Record<number, number>> = { 1: 0.6, 20: 0.5 };
const PLAIN_GOAL = 2.5;
const WAL_GOAL_BYTES = 1_500;
const number = z.number();
const text = z.string();
const wal = z.object({ bytes: z.coerce.number(), commits: z.coerce.number() });

interface Cost {
  readonly serverUs: number;
  readonly postgresUs: number;
  readonly walBytes: number;
  readonly commits: number;
}

export async function benchCost(): Promise<void> {
  await benchReading();
  const beside = process.env.PASAR_BENCH_BESIDE;
  for (const accounts of [1, 20]) {
    const other = beside === undefined ? null : await costOf(beside, accounts);
    const own = await costOf(join(import.meta.dirname, '../..'), accounts);
    const plainUs = await plainStoreUs(accounts);
    const rows = rowsOf('Pasar', own);
    rows.push(
      {
        name: 'CPU of the least code that stores and tells, with its PostgreSQL',
        value: plainUs,
        unit: 'us',
        goal: null,
      },
      {
        name: 'Pasar: CPU, both together, against that',
        value: (own.serverUs + own.postgresUs) / plainUs,
        unit: 'x',
        goal: { kind: 'atMost', value: PLAIN_GOAL },
      },
    );
    if (other !== null) {
      const ratio = (own.serverUs + own.postgresUs) / (other.serverUs + other.postgresUs);
      const goal = { kind: 'atMost', value: GOALS[accounts] ?? Number.NaN } as const;
      rows.push(...rowsOf('beside', other), {
        name: 'CPU, both together, against beside',
        value: ratio,
        unit: 'x',
        goal,
      });
    }
    printGoals(`${COUNT} messages at ${PER_SECOND}/s, ${CONNECTIONS} connections of ${accounts} accounts`, rows);
  }
}

async function benchReading(): Promise<void> {
  const plain = await readingUs('plain');
  const exact = await readingUs('exact');
  const checked = await readingUs('checked');
  printGoals(`Reading ${COUNT} messages at ${PER_SECOND}/s, ${CONNECTIONS} connections: CPU a message`, [
    { name: 'ws and JSON.parse', value: plain, unit: 'us', goal: null },
    { name: 'ws and the exact parser', value: exact, unit: 'us', goal: null },
    { name: 'Pasar: read and checked', value: checked, unit: 'us', goal: null },
    { name: 'Pasar, against JSON.parse', value: checked / plain, unit: 'x', goal: { kind: 'atMost', value: 2 } },
    {
      name: 'Pasar, against the exact parser',
      value: checked / exact,
      unit: 'x',
      goal: { kind: 'atMost', value: 1.3 },
    },
  ]);
}

function rowsOf(name: string, { serverUs, postgresUs, walBytes, commits }: Cost): GoalRow[] {
  const walGoal = name === 'Pasar' ? ({ kind: 'atMost', value: WAL_GOAL_BYTES } as const) : null;
  return [
    { name: `${name}: CPU of the server a message`, value: serverUs, unit: 'us', goal: null },
    { name: `${name}: CPU of PostgreSQL a message`, value: postgresUs, unit: 'us', goal: null },
    { name: `${name}: WAL a message`, value: walBytes, unit: 'bytes', goal: walGoal },
    { name: `${name}: commits a message`, value: commits, unit: '', goal: null },
  ];
}

/** Starts the server of `checkout` with a marketplace of its own, and lets buyers write. */
async function costOf(checkout: string, accounts: number): Promise<Cost> {
  const crowd: Crowd = { connections: CONNECTIONS, accounts };
  const file = join(checkout, 'bench/src/scale/crowd-server.ts');
  if (!existsSync(file)) throw new Error(`PASAR_BENCH_BESIDE: ${checkout} is no checkout of Pasar`);
  const { startMeasuredServer, provisionCrowd, liveCount, messageCount, until, watch }: typeof crowdServer =
    await import(pathToFileURL(file).href);
  const marketplace = await startChild(new URL('./scale/marketplace.ts', import.meta.url), {
    CROWD_CONNECTIONS: `${CONNECTIONS}`,
    CROWD_PORT: '0',
  });
  const server = await startMeasuredServer(await marketplace.ask(text, 'origin'), 'all');
  try {
    await server.owner.query('alter system set full_page_writes = off');
    await server.owner.query('select pg_reload_conf()');
    await provisionCrowd(server, crowd);
    await until('live', CONNECTIONS, () => liveCount(server));
    let expected = CONNECTIONS * CONVERSATIONS_EACH * MESSAGES_EACH;
    await until('messages of the beginning', expected, () => messageCount(server));
    const windows = await Promise.all(
      Array.from({ length: accounts }, (_, account) => watch(server, account, new Set())),
    );
    const write = async (count: number) => {
      expected += count;
      const logins = Array.from({ length: CONNECTIONS }, (_, login) => login);
      await marketplace.ask(number, 'write', { logins, perSecond: PER_SECOND, count });
      await until('messages', expected, () => messageCount(server));
    };
    await write(WARM_UP);
    const before = await standing(server);
    await write(COUNT);
    const after = await standing(server);
    for (const window of windows) window.close();
    const each = (key: keyof Standing) => (after[key] - before[key]) / COUNT;
    return {
      serverUs: each('serverMs') * 1_000,
      postgresUs: each('postgresMs') * 1_000,
      walBytes: each('walBytes'),
      commits: each('commits'),
    };
  } finally {
    await server.stop();
    await marketplace.stop();
  }
}

interface Standing {
  readonly serverMs: number;
  readonly postgresMs: number;
  readonly walBytes: number;
  readonly commits: number;
}

async function standing({
  child,
  owner,
}: {
  readonly child: Child;
  readonly owner: crowdServer.MeasuredServer['owner'];
}) {
  const found = await owner.query(
    `select pg_current_wal_lsn() - '0/0' as bytes,
       pg_snapshot_xmax(pg_current_snapshot())::text as commits`,
  );
  const { bytes, commits } = wal.parse(found.rows[0]);
  const { cpuMs } = await child.ask(usage, 'use');
  return { serverMs: cpuMs, postgresMs: await postgresCpuMs(owner), walBytes: bytes, commits } satisfies Standing;
}
