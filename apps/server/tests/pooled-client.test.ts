import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
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

const grown = z.object({ ours: z.number(), drivers: z.number() });

it('what was read dies young, other than with the promises of the driver', async () => {
  const child = fork(join(import.meta.dirname, 'harness/grown-old-process.ts'), {
    env: { PATH: process.env.PATH, TEST_DATABASE: JSON.stringify(database.config) },
  });
  const [message, exited] = [once(child, 'message'), once(child, 'exit')];
  expect(await exited).toEqual([0, null]);
  const { ours, drivers } = grown.parse((await message)[0]);
  expect(drivers).toBeGreaterThan(5);
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
