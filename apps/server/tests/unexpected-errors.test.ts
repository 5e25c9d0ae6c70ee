/** What the log contains about an unexpected error, and what it leaves out. */
import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFailure } from '../src/log.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { openTestWeb } from './harness/web.ts';

const CANARY = 'canary-5f2c';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a call with an unexpected error logs its stack and its cause', async () => {
  const log = captureLog();
  const now = () => {
    throw new TypeError('the clock stands still', { cause: new Error('the spring broke') });
  };
  const web = await openTestWeb(database, null, { log: log.logger, now });
  try {
    const { path, method } = CALLS.account.getUiConfig;
    const answer = await fetch(`${web.origin}${path}?word=${CANARY}`, {
      method,
      headers: { cookie: `other=${CANARY}` },
    });
    expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: 'request_exception' })]);
    expect(log.linesOf('call_failed')).toEqual([
      expect.objectContaining({
        level: 50,
        route: path,
        error: {
          type: 'TypeError',
          code: null,
          message: 'the clock stands still',
          stack: expect.arrayContaining([expect.stringContaining('unexpected-errors.test.ts')]),
          cause: expect.objectContaining({
            message: 'the spring broke',
            stack: expect.arrayContaining([expect.stringContaining('unexpected-errors.test.ts')]),
          }),
        },
      }),
    ]);
    expect(log.text()).not.toContain(CANARY);
  } finally {
    await web.close();
  }
});

test('a server that is told to log nothing logs no call either', async () => {
  const log = captureLog('silent');
  const now = () => {
    throw new Error('the clock stands still');
  };
  const web = await openTestWeb(database, null, { log: log.logger, now });
  try {
    const { path, method } = CALLS.account.getUiConfig;
    expect((await fetch(`${web.origin}${path}`, { method })).status).toBe(500);
    expect(log.text()).toBe('');
  } finally {
    await web.close();
  }
});

test('the row that a database refused is not logged', async () => {
  const log = captureLog();
  await database.owner.query('create temporary table refused (word text check (length(word) < 5))');
  const error = await database.owner.query('insert into refused values ($1)', [CANARY]).catch((refused) => refused);
  expect(JSON.stringify(error)).toContain(CANARY);
  logFailure(log.logger, 'ingest_retried', new Error('the batch failed', { cause: error }));
  expect(log.linesOf('ingest_retried')).toMatchObject([
    { error: { message: 'the batch failed', cause: { code: '23514', message: expect.stringContaining('refused') } } },
  ]);
  expect(log.text()).not.toContain(CANARY);
});
