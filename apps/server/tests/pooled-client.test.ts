import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PooledClient } from '../src/storage/pooled-client.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const collectorSchema = z.custom<(options: { readonly type: 'major' | 'minor' }) => void>(
  (value) => typeof value === 'function',
);
function exposedCollector() {
  setFlagsFromString('--expose-gc');
  return collectorSchema.parse(runInNewContext('gc'));
}

const oldMB = (): number =>
  (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0) / 1_000_000;

const PAGE = {
  name: 'page',
  text: "select g, repeat('message ', 20) || g as said, md5(g::text) as id from generate_series(1, 200) g",
};
const PAGES = 400;
const CLEAR_MB = 5;
const MOST_RUNS = 6;

/**
 * How many megabytes came to the old objects while the pages were read. A full collection takes some of them away at a moment
 * of its own choice, so what came is added up page by page.
 */
async function grownOld(Client: typeof pg.Client): Promise<number> {
  const collect = exposedCollector();
  const pool = new pg.Pool({ ...database.config, Client, max: 1, query_timeout: 60_000 });
  const read = async (pages: number): Promise<{ readonly rows: number; readonly grownMB: number }> => {
    const client = await pool.connect();
    let rows = 0;
    let grownMB = 0;
    let lastMB = oldMB();
    for (let page = 0; page < pages; page += 1) {
      rows += (await client.query(PAGE)).rows.length;
      // Twice: an object that has outlived two collections of the young is old.
      if (page % 20 === 0) for (let time = 0; time < 2; time += 1) collect({ type: 'minor' });
      const nowMB = oldMB();
      grownMB += Math.max(0, nowMB - lastMB);
      lastMB = nowMB;
    }
    client.release();
    return { rows, grownMB };
  };
  try {
    await read(20);
    collect({ type: 'major' });
    const { rows, grownMB } = await read(PAGES);
    expect(rows).toBe(PAGES * 200);
    return grownMB;
  } finally {
    await pool.end();
  }
}

it('what was read dies young, other than with the promises of the driver', async () => {
  let [ours, drivers] = [0, 0];
  // How much a run shows depends on when the collector works: both are read as often, until the driver's is clear.
  for (let run = 0; run < MOST_RUNS && drivers <= CLEAR_MB; run += 1) {
    ours += await grownOld(PooledClient);
    drivers += await grownOld(pg.Client);
  }
  expect(drivers).toBeGreaterThan(CLEAR_MB);
  expect(ours).toBeLessThan(drivers / 5);
});

it('a connection that does not answer in time is given up with all that it was asked, and the pool takes another', async () => {
  const pool = new pg.Pool({ ...database.config, Client: PooledClient, max: 1, query_timeout: 300 });
  pool.on('error', () => undefined);
  const client = await pool.connect();
  client.on('error', () => undefined);
  const asked = await Promise.allSettled([client.query('select pg_sleep(30)'), client.query('select 1')]);
  expect(asked).toMatchObject([
    { status: 'rejected', reason: { message: 'Query read timeout' } },
    { status: 'rejected', reason: { message: 'Query read timeout' } },
  ]);
  client.release(new Error('broken'));
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await pool.end();
});

it('an idle connection stays, and its first statement after the time is answered', async () => {
  const pool = new pg.Pool({ ...database.config, Client: PooledClient, max: 1, query_timeout: 100 });
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows;
  const before = await pid();
  // Another connection waits on the database's clock, for longer than the time.
  await database.owner.query('select pg_sleep(0.4)');
  expect(await pid()).toEqual(before);
  await pool.end();
});

it('an error of the database names who asked', async () => {
  const pool = new pg.Pool({ ...database.config, Client: PooledClient, max: 1 });
  const client = await pool.connect();
  async function whoAsks(): Promise<void> {
    await client.query('select nothing_of_the_kind');
  }
  const error = await whoAsks().catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(pg.DatabaseError);
  expect(error).toMatchObject({ code: '42703', stack: expect.stringContaining('whoAsks') });
  client.release();
  await pool.end();
});
