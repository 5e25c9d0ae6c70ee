/** What calls answer and what is logged while the database is away. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS, reasonText } from '@pasar/api';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase, wholeAccount } from '../src/storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { DatabaseAwayError, noticeOutages } from '../src/storage/outages.ts';
import { SecretBox } from '../src/storage/secrets.ts';
import { copyCluster, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { type CapturedLog, captureLog } from './harness/log.ts';
import { openTestWeb, Visitor } from './harness/web.ts';

describe('a database that stops and comes back', () => {
  let folder: string;
  let cluster: EmbeddedPostgres;
  let app: Database;
  const start = () => startEmbeddedPostgres(folder, () => undefined);
  beforeAll(async () => {
    folder = copyCluster();
    cluster = await start();
    app = openDatabase(cluster.connection, 'pasar_app', 20);
  });
  afterAll(async () => {
    await app.close();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  async function seeded(): Promise<TestDatabase> {
    const owner = new pg.Client(cluster.connection);
    owner.on('error', () => undefined);
    await owner.connect();
    const secrets = new SecretBox(() => [Buffer.alloc(32, 7)]);
    const database = { config: cluster.connection, app, engine: app, secrets, owner, close: () => owner.end() };
    await makeTenant(database, 'owner@x', [['11']]);
    await owner.end();
    return database;
  }

  test('every call says so in the language of its person, and the log says so once', async () => {
    const database = await seeded();
    const log = captureLog();
    const web = await openTestWeb(database, null, { log: log.logger });
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, 'owner@x', 'right');
    expect(await visitor.call(CALLS.chat.snapshot)).toMatchObject({ result: 'success' });
    await cluster.stop();
    try {
      const answer = await fetch(`${web.origin}${CALLS.chat.snapshot.path}`, {
        headers: { cookie: visitor.cookie, 'accept-language': 'zh-CN' },
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toEqual({
        result: 'fail',
        code: 'database_away',
        reason: reasonText('database_away', 'zh-CN'),
        detail: null,
      });
      const ids = { conversationId: crypto.randomUUID(), clientId: crypto.randomUUID() };
      const asked = [
        visitor.call(CALLS.chat.snapshot),
        visitor.call(CALLS.chat.sendText, { ...ids, text: 'hello' }),
        visitor.call(CALLS.account.keepLive),
        new Visitor(web.origin).logIn(CALLS.account.login, 'owner@x', 'right'),
      ];
      for (const refused of await Promise.all(asked)) expect(refused).toMatchObject({ code: 'database_away' });
      await expect(visitor.live(0)).rejects.toThrow();
    } finally {
      cluster = await start();
    }
    await vi.waitFor(async () => expect(await visitor.call(CALLS.chat.snapshot)).toMatchObject({ result: 'success' }));
    expect(log.linesOf('call_failed')).toEqual([]);
    expect(log.linesOf('live_stream_not_opened')).toEqual([]);
    expect(log.linesOf('database_away')).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ message: expect.any(String) }) }),
    ]);
    expect(log.linesOf('database_back')).toHaveLength(1);
    await web.close();
  });

  test('one that is stopping and lets nobody in is away as well', async () => {
    const holding = new pg.Client(cluster.connection);
    await holding.connect();
    const pool = openDatabase(cluster.connection, 'pasar_app', 1);
    const watched = noticeOutages(pool, captureLog().logger, () => undefined);
    const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGTERM');
    await vi.waitFor(async () =>
      expect(await watched.query('one', 'select 1', []).catch((error) => error.cause)).toMatchObject({ code: '57P03' }),
    );
    // It stops when its last client has gone.
    await Promise.all([pool.close(), app.close(), holding.end()]);
    await cluster.stop();
    cluster = await start();
    app = openDatabase(cluster.connection, 'pasar_app', 20);
  });
});

describe('a fault', () => {
  let database: TestDatabase;
  let tenant: TestTenant;
  let log: CapturedLog;
  beforeAll(async () => {
    database = await openTestDatabase();
    tenant = await makeTenant(database, 'owner@x', [['11']]);
  });
  beforeEach(() => {
    log = captureLog();
    onAway.mockClear();
  });
  afterAll(() => database.close());

  const onAway = vi.fn();
  const watched = (more: Partial<Database> = {}) => noticeOutages({ ...database.app, ...more }, log.logger, onAway);
  /** A database whose statements outside any account go through another pool. */
  const through = (pool: pg.Pool) =>
    watched({
      async query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
        return (await pool.query<Row>({ name, text, values: [...values] })).rows;
      },
    });

  test('of a connection that the database ends in a transaction is an outage that ends at once', async () => {
    const app = watched();
    const ended = app.within(wholeAccount(tenant.accountId), async (transaction) => {
      const found = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.owner.query('select pg_terminate_backend($1)', [found.rows[0]?.pid]);
      return transaction.query('select pg_sleep(60)');
    });
    await expect(ended).rejects.toThrow(DatabaseAwayError);
    await app.query('one', 'select 1', []);
    await app.query('one', 'select 1', []);
    expect([log.linesOf('database_away').length, log.linesOf('database_back').length]).toEqual([1, 1]);
    expect(onAway).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a pool without a free connection', { max: 1, connectionTimeoutMillis: 1_000 }],
    ['a statement without an answer', { max: 2, query_timeout: 1_000 }],
  ])('of %s is an outage', async (_, settings) => {
    const pool = new pg.Pool({ ...database.config, ...settings });
    pool.on('error', () => undefined);
    const held = await pool.connect();
    held.on('error', () => undefined);
    await expect(through(pool).query('sleep', 'select pg_sleep(60)', [])).rejects.toThrow(DatabaseAwayError);
    await database.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'",
    );
    held.release(true);
    await pool.end();
  });

  test('of a database that has no connection left is an outage', async () => {
    await database.owner.query("create role narrow login password 'right' connection limit 0");
    const pool = new pg.Pool({ ...database.config, user: 'narrow', password: 'right' });
    const refused = await through(pool)
      .query('one', 'select 1', [])
      .catch((error) => error);
    expect([refused, refused.cause]).toEqual([
      expect.any(DatabaseAwayError),
      expect.objectContaining({ code: '53300' }),
    ]);
    await pool.end();
  });

  test.each([
    ['select 1 / 0', '22012'],
    ['select from nowhere', '42P01'],
    ['insert into account (account_id, name) select account_id, name from account', '23505'],
  ])('of the statement %s is none', async (text, code) => {
    const failing = watched().within(wholeAccount(tenant.accountId), (transaction) => transaction.query(text));
    await expect(failing).rejects.toMatchObject({ code });
    expect(log.text()).toBe('');
  });

  test('of a statement that a call makes stays unexpected, with its stack', async () => {
    const web = await openTestWeb(database, null, { log: log.logger });
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, 'owner@x', 'right');
    await database.owner.query('alter table shop_preference rename to gone');
    expect(await visitor.call(CALLS.chat.snapshot)).toMatchObject({ code: 'request_exception' });
    await database.owner.query('alter table gone rename to shop_preference');
    expect(log.linesOf('call_failed')).toMatchObject([{ error: { code: '42P01', stack: expect.any(Array) } }]);
    expect(log.linesOf('database_away')).toEqual([]);
    await web.close();
  });

  test('that loses the answer to a commit sends a text once, however often the browser posts it', async () => {
    const made = await database.owner.query<{ conversation_id: string }>(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address) select account_id, shop_id, '1', 'b', 'b', 'activated', false, '{}' from shop returning conversation_id`,
    );
    let isLost = true;
    const app: Database = {
      ...database.app,
      async within(scope, run) {
        const value = await database.app.within(scope, run);
        if (isLost) throw new Error('Connection terminated unexpectedly');
        return value;
      },
    };
    const visiting = await openTestWeb(database);
    const visitor = new Visitor(visiting.origin);
    await visitor.logIn(CALLS.account.login, 'owner@x', 'right');
    await visiting.close();
    const web = await openTestWeb({ ...database, app });
    const again = new Visitor(web.origin);
    again.cookie = visitor.cookie;
    const clientId = crypto.randomUUID();
    const input = { conversationId: made.rows[0]?.conversation_id, clientId, text: 'hello' };
    expect(await again.call(CALLS.chat.sendText, input)).toMatchObject({ code: 'database_away' });
    isLost = false;
    expect(await again.call(CALLS.chat.sendText, input)).toMatchObject({ data: { delivery: { clientId } } });
    expect((await database.owner.query('select from delivery')).rowCount).toBe(1);
    await web.close();
  });
});
