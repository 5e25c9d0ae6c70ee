import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { type Database, openDatabase, wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Transactions that only read, and how often a call asks the database. */
let database: TestDatabase;
let tenant: TestTenant;
let web: TestWeb;
let visitor: Visitor;
/** A pool of one connection: what a transaction leaves behind, the next one meets. */
let narrow: Database;
let asked: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'owner@x', [['11']]);
  const [owner] = tenant.connections;
  if (!owner) throw new Error('no connection');
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
    {
      kind: 'event',
      owner,
      event: { kind: 'message.received', message: messageAt('11', 'c', 1, 'buyer'), via: 'live' },
    },
  ]);
  await database.owner.query("update conversation set history = 'complete'");
  narrow = openDatabase(database.config, 'pasar_app', 1);
  const { app } = database;
  const counted: Database = {
    ...app,
    query: (name, text, values) => {
      asked.push('query');
      return app.query(name, text, values);
    },
    one: (scope, statement) => {
      asked.push('one');
      return app.one(scope, statement);
    },
    read: (scope, run) => {
      asked.push('read');
      return app.read(scope, run);
    },
    readIf: (scoping, accepts, run) => {
      asked.push('readIf');
      return app.readIf(scoping, accepts, run);
    },
    within: (scope, run) => {
      asked.push('within');
      return app.within(scope, run);
    },
  };
  web = await openTestWeb({ ...database, app: counted });
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'owner@x', 'right');
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await web.close();
  await narrow.close();
  await database.close();
});

const scope = () => wholeAccount(tenant.accountId);
const shops = (pool: Database) =>
  pool.read(scope(), async (transaction) => (await transaction.query('select platform_shop_id from shop')).rows);

test('a transaction that reads sees its account, and nothing of it is left for the next', async () => {
  expect(await shops(narrow)).toEqual([{ platform_shop_id: '11' }]);
  expect(await narrow.query('outside', 'select from shop', [])).toEqual([]);
});

test('a write in it is refused, and the connection serves the next transaction', async () => {
  const writing = narrow.read(scope(), (transaction) => transaction.query("update shop set alias = 'x'"));
  await expect(writing).rejects.toThrow('read-only transaction');
  expect(await shops(narrow)).toHaveLength(1);
});

test('of statements sent together, the error is that of the first that fails', async () => {
  const failing = narrow.read(scope(), (transaction) =>
    Promise.all([transaction.query('select 1 / 0'), transaction.query('select 2'), transaction.query('select 3')]),
  );
  await expect(failing).rejects.toThrow('division by zero');
  expect(await shops(narrow)).toHaveLength(1);
});

test('a connection that ends in it is replaced', async () => {
  const ended = narrow.read(scope(), async (transaction) => {
    const found = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.owner.query('select pg_terminate_backend($1)', [found.rows[0]?.pid]);
    return transaction.query('select pg_sleep(60)');
  });
  await expect(ended).rejects.toThrow();
  expect(await shops(narrow)).toHaveLength(1);
});

test('a call asks for session and member at once, and from then on together with all that it answers', async () => {
  expect(await visitor.call(CALLS.account.getAccount)).toMatchObject({ result: 'success' });
  expect(asked).toEqual(['query']);
  asked = [];
  const found = await database.owner.query<{ id: string }>('select conversation_id as id from conversation');
  const page = await visitor.call(CALLS.chat.messages, { conversationId: found.rows[0]?.id ?? '' });
  expect(page).toMatchObject({ result: 'success', data: { messages: [{}], older: 'no' } });
  expect(asked).toEqual(['readIf']);
  asked = [];
  expect(await visitor.call(CALLS.chat.snapshot)).toMatchObject({ result: 'success' });
  expect(asked).toEqual(['readIf']);
});

test('older messages that the marketplace still has are asked for in a second transaction', async () => {
  await database.owner.query("update conversation set history = 'more', history_cursor = 'x'");
  const found = await database.owner.query<{ id: string }>('select conversation_id as id from conversation');
  const page = await visitor.call(CALLS.chat.messages, { conversationId: found.rows[0]?.id ?? '' });
  expect(page).toMatchObject({ result: 'success', data: { older: 'fetching' } });
  expect(asked).toEqual(['readIf', 'within']);
  const wanted = await database.owner.query('select is_history_wanted from conversation');
  expect(wanted.rows).toEqual([{ is_history_wanted: true }]);
});
