import { z } from 'zod';
import { type Child, startChild, type Usage, usage } from './scale/child.ts';
import { CONVERSATIONS_EACH, type Crowd, loginsOf, MESSAGES_EACH } from './scale/crowd.ts';
import {
  liveCount,
  type MeasuredServer,
  messageCount,
  provisionCrowd,
  startMeasuredServer,
  until,
  type Watch,
  watch,
} from './scale/crowd-server.ts';
import { type GoalRow, printGoals } from './table.ts';

/**
 * Serves a thousand Shopee logins on one server, idle and then busy, and compares it with a bare `ws` client that reads
 * the same frames from the same marketplace process (the simulator's Shopee server with a crowd of logins). A third
 * contender runs Pasar's code up to the checked domain event and stores nothing, so that the cost of reading is told
 * apart from the cost of storing.
 */
const CROWD: Crowd = { connections: Number(process.env.PASAR_BENCH_CONNECTIONS ?? '1000'), accounts: 20 };
const IDLE_MS = Number(process.env.PASAR_BENCH_IDLE_MS ?? '20000');
/** Messages of the busy time by connection; `BUSY_PER_SECOND` is their number a second over all connections. */
const BUSY_EACH = 10;
/**
 * Messages by connection of an uncounted first round at a faster pace, in which code is compiled and queries are
 * planned.
 */
const FIRST_EACH = 20;
const FIRST_PER_SECOND = 1_000;
const BUSY_PER_SECOND = Number(process.env.PASAR_BENCH_PER_SECOND ?? '400');
const FLOOD = { perSecond: 2_000, count: 16_000 };
const QUIET = { perSecond: 50, count: 400 };
/**
 * Longer than the interval at which a connection compares itself with the marketplace, so that earlier work is
 * finished.
 */
const SETTLE_MS = 25_000;

const number = z.number();
const text = z.string();

interface Taken {
  readonly name: string;
  readonly empty: Usage;
  readonly idle: Usage;
  readonly busy: Usage;
  /** Milliseconds of CPU a second while nothing is said. */
  readonly idleCpu: number;
  /** Microseconds of CPU a message, above the CPU of an idle time of the same length. */
  readonly cpuEach: number;
}

export async function benchScale(): Promise<void> {
  const bare = await takeClient('plain ws and JSON.parse', new URL('./scale/bare-client.ts', import.meta.url));
  const reading = await takeClient(
    'Pasar, read and checked, not stored',
    new URL('./scale/session-client.ts', import.meta.url),
  );
  let marketplace = await startMarketplace('0');
  const stops: (() => Promise<void>)[] = [() => marketplace.stop()];
  try {
    const origin = await marketplace.ask(text, 'origin');
    const server = await startMeasuredServer(origin, 'all');
    stops.push(() => server.stop());
    const whole = await takeServer(server, marketplace);
    printTaken([bare, reading, whole]);
    printGoals('One connection floods the server', await flood(server, marketplace));
    const again = await reconnect(server, marketplace, origin);
    marketplace = again.marketplace;
    printGoals(`${CROWD.connections} connections after the marketplace restarts`, again.rows);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const startMarketplace = (port: string): Promise<Child> =>
  startChild(new URL('./scale/marketplace.ts', import.meta.url), {
    CROWD_CONNECTIONS: `${CROWD.connections}`,
    CROWD_PORT: port,
  });

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Measures one client, which gets a new marketplace process in which nobody has written yet. */
async function takeClient(name: string, file: URL): Promise<Taken> {
  const marketplace = await startMarketplace('0');
  const origin = await marketplace.ask(text, 'origin');
  const client = await startChild(file, { CROWD_CONNECTIONS: `${CROWD.connections}`, CROWD_ORIGIN: origin });
  try {
    const empty = await client.ask(usage, 'use');
    await client.ask(number, 'open');
    return await takeBusy(name, client, empty, marketplace, () => client.ask(number, 'received'), 0);
  } finally {
    await client.stop();
    await marketplace.stop();
  }
}

async function takeServer(server: MeasuredServer, marketplace: Child): Promise<Taken> {
  await pause(3_000);
  const empty = await server.child.ask(usage, 'use');
  await provisionCrowd(server, CROWD);
  const tookMs = await until('live', CROWD.connections, () => liveCount(server));
  console.log(`\n${CROWD.connections} connections were logged in and live after ${(tookMs / 1_000).toFixed(1)} s`);
  const before = CROWD.connections * CONVERSATIONS_EACH * MESSAGES_EACH;
  await until('messages of the beginning', before, () => messageCount(server));
  return takeBusy('Pasar, the whole server', server.child, empty, marketplace, () => messageCount(server), before);
}

/** Runs the uncounted first round, an idle time and the busy time; `received` counts up from `before`. */
async function takeBusy(
  name: string,
  child: Child,
  empty: Usage,
  marketplace: Child,
  received: () => Promise<number>,
  before: number,
): Promise<Taken> {
  const logins = Array.from({ length: CROWD.connections }, (_, login) => login);
  let expected = before;
  const write = async (count: number, perSecond: number) => {
    expected += count;
    await marketplace.ask(number, 'write', { logins, perSecond, count });
    await until('messages', expected, received);
  };
  await write(CROWD.connections * FIRST_EACH, FIRST_PER_SECOND);
  await pause(SETTLE_MS);
  const idle = await child.ask(usage, 'use');
  await pause(IDLE_MS);
  const rested = await child.ask(usage, 'use');
  const idleCpu = ((rested.cpuMs - idle.cpuMs) / IDLE_MS) * 1_000;
  const count = CROWD.connections * BUSY_EACH;
  const startedAt = performance.now();
  await write(count, BUSY_PER_SECOND);
  const tookMs = performance.now() - startedAt;
  const busy = await child.ask(usage, 'use');
  const cpuMs = busy.cpuMs - rested.cpuMs - (idleCpu * tookMs) / 1_000;
  return { name, empty, idle: rested, busy, idleCpu, cpuEach: (cpuMs * 1_000) / count };
}

function printTaken(all: readonly Taken[]): void {
  const [bare] = all;
  const kib = (from: Usage, to: Usage, key: 'rssBytes' | 'heapBytes') =>
    (to[key] - from[key]) / 1_024 / CROWD.connections;
  const rows = all.flatMap(({ name, empty, idle, busy, idleCpu, cpuEach }): GoalRow[] => [
    { name: `${name}: resident, idle`, value: kib(empty, idle, 'rssBytes'), unit: 'KiB each', goal: null },
    { name: `${name}: resident, after busy`, value: kib(empty, busy, 'rssBytes'), unit: 'KiB each', goal: null },
    { name: `${name}: heap and buffers, idle`, value: kib(empty, idle, 'heapBytes'), unit: 'KiB each', goal: null },
    { name: `${name}: CPU, idle, all together`, value: idleCpu / 10, unit: '% of one', goal: null },
    { name: `${name}: CPU a message`, value: cpuEach, unit: 'us', goal: null },
  ]);
  const goal = { kind: 'atMost', value: 1.3 } as const;
  const ratios = all.slice(1).map(
    ({ name, cpuEach }): GoalRow => ({
      name: `${name}: CPU a message against plain ws`,
      value: cpuEach / (bare?.cpuEach ?? Number.NaN),
      unit: 'x',
      goal,
    }),
  );
  const title = `${CROWD.connections} Shopee connections, ${CROWD.connections * BUSY_EACH} messages at ${BUSY_PER_SECOND}/s`;
  printGoals(title, [...rows, ...ratios]);
}

/** How long messages of other logins take to reach a window while one login writes as fast as the marketplace can. */
async function flood(server: MeasuredServer, marketplace: Child): Promise<GoalRow[]> {
  const [flooder = 0, ...siblings] = loginsOf(CROWD, 0);
  const strangers = loginsOf(CROWD, 1);
  const windows = [await watch(server, 0, new Set(siblings)), await watch(server, 1, new Set(strangers))] as const;
  try {
    const logins = [...siblings, ...strangers];
    const expected = (await messageCount(server)) + QUIET.count;
    await marketplace.ask(number, 'write', { logins, ...QUIET });
    await until('messages of the quiet', expected, () => messageCount(server));
    const alone = delaysIn(windows, siblings, strangers);
    const quiet = marketplace.ask(number, 'write', { logins, ...QUIET });
    const flooded = marketplace.ask(number, 'write', { logins: [flooder], ...FLOOD });
    const tookMs = await until('messages of the flood', expected + QUIET.count + FLOOD.count, () =>
      messageCount(server),
    );
    await Promise.all([quiet, flooded]);
    const beside = delaysIn(windows, siblings, strangers);
    const row = (name: string, values: readonly number[], part: number): GoalRow => ({
      name,
      value: percentile(values, part),
      unit: 'ms',
      goal: null,
    });
    return [
      row('same seller, other shops, without a flood: median', alone.siblings, 0.5),
      row('same seller, other shops, without a flood: 95 of 100', alone.siblings, 0.95),
      row('same seller, other shops, beside the flood: median', beside.siblings, 0.5),
      row('same seller, other shops, beside the flood: 95 of 100', beside.siblings, 0.95),
      row('other sellers, without a flood: 95 of 100', alone.strangers, 0.95),
      row('other sellers, beside the flood: median', beside.strangers, 0.5),
      row('other sellers, beside the flood: 95 of 100', beside.strangers, 0.95),
      { name: 'the flood itself, stored', value: (FLOOD.count / tookMs) * 1_000, unit: '/s', goal: null },
    ];
  } finally {
    for (const window of windows) window.close();
  }
}

function delaysIn([own, other]: readonly [Watch, Watch], siblings: readonly number[], strangers: readonly number[]) {
  const pick = (delays: ReadonlyMap<number, readonly number[]>, logins: readonly number[]) =>
    logins.flatMap((login) => delays.get(login) ?? []);
  return { siblings: pick(own.take(), siblings), strangers: pick(other.take(), strangers) };
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/** Kills the marketplace, waits until every connection has noticed, and starts it again on the same port. */
async function reconnect(
  server: MeasuredServer,
  marketplace: Child,
  origin: string,
): Promise<{ readonly marketplace: Child; readonly rows: GoalRow[] }> {
  await marketplace.kill();
  const downAt = performance.now();
  await until('connections that noticed', 0, () => liveCount(server));
  const before = await server.child.ask(usage, 'use');
  const again = await startMarketplace(new URL(origin).port);
  const downMs = performance.now() - downAt;
  const tookMs = await until('live', CROWD.connections, () => liveCount(server));
  const after = await server.child.ask(usage, 'use');
  return {
    marketplace: again,
    rows: [
      { name: 'the marketplace was away', value: downMs / 1_000, unit: 's', goal: null },
      {
        name: 'all live and compared again',
        value: tookMs / 1_000,
        unit: 's',
        goal: { kind: 'atMost', value: 15 },
      },
      { name: 'CPU for that', value: (after.cpuMs - before.cpuMs) / 1_000, unit: 's', goal: null },
    ],
  };
}
