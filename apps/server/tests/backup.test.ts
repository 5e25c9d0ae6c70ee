import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBackup, runRestore } from '../src/backup/commands.ts';
import { readConfig } from '../src/config.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { IngestItem } from '../src/engine/ingest/types.ts';
import { openDatabase } from '../src/storage/database.ts';
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { knownMigrations, migrateDatabase } from '../src/storage/migrate.ts';
import { withClient } from '../src/storage/with-client.ts';
import {
  clusterFolder,
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { separateMessages } from './harness/separate-messages.ts';
import { openTestWeb, Visitor } from './harness/web.ts';

const KEY = Buffer.alloc(32, 7).toString('hex');
/** Messages that are there before the load, more than a frame of a backup holds. */
const MESSAGES = 400;

let folder: string;
let database: TestDatabase;
let tenant: TestTenant;
/** The server of `database` as an operator names it, with any of its databases. */
const urlOf = (name: string): string => {
  const { host, user, password } = database.config;
  return `postgres://${user}:${password}@/${name}?host=${encodeURIComponent(host ?? '')}`;
};
const configOf = (name: string, more: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: urlOf(name),
    PASAR_DATA: join(folder, 'data'),
    PASAR_MASTER_KEY: KEY,
    PASAR_LOG_LEVEL: 'silent',
    ...more,
  });
const backUpTo = (file: string, name = 'postgres') => runBackup(configOf(name), [file], { INIT_CWD: folder });
const restoreFrom = (file: string, name: string, more: Record<string, string> = {}) =>
  runRestore(configOf(name, more), [file], { INIT_CWD: folder });
/** A new database in the same cluster. */
async function makeDatabase(name: string): Promise<pg.ClientConfig> {
  await database.owner.query(`create database ${name} template template0`);
  return { ...database.config, database: name };
}

const received = (number: number): IngestItem => {
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const message = messageAt('11', 'c', number, 'buyer', {
    content: { type: 'text', text: `text ${number} \\. \t 你好 ${'long '.repeat(100)}` },
  });
  return { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } };
};

beforeAll(async () => {
  folder = clusterFolder();
  database = await openTestDatabase();
  const sub = {
    username: 'sub@x',
    password: 'right',
    name: 'sub',
    permissionCodeList: ['chat' as const],
    shops: [{ marketplace: 'shopee' as const, platformShopId: '11' }],
  };
  tenant = await makeTenant(database, 'owner@x', [['11'], ['12']], [sub]);
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
    ...Array.from({ length: MESSAGES }, (_, number) => received(number + 1)),
  ]);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** What a window shows when it opens, and the messages of a conversation, as a member is answered them. */
async function deskOf(at: TestDatabase): Promise<unknown> {
  const web = await openTestWeb(at);
  try {
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, 'owner@x', 'right');
    const found = await at.owner.query<{ conversation_id: string }>('select conversation_id from conversation');
    const conversationId = found.rows[0]?.conversation_id ?? '';
    return {
      snapshot: await visitor.call(CALLS.chat.snapshot),
      messages: await visitor.call(CALLS.chat.messages, { conversationId }),
      search: await visitor.call(CALLS.chat.conversations, { search: 'Buyer' }),
    };
  } finally {
    await web.close();
  }
}

/** The same desk of another database: as the tests' own, but for who closes it. */
async function opened(config: pg.ClientConfig): Promise<TestDatabase> {
  const owner = new pg.Client(config);
  await owner.connect();
  const [app, engine] = [openDatabase(config, 'pasar_app', 5), openDatabase(config, 'pasar_engine', 5)];
  const close = async () => {
    await Promise.all([app.close(), engine.close(), owner.end()]);
  };
  return { config, app, engine, owner, secrets: database.secrets, close };
}

test('a backup under load is of one moment, and a restored database is a whole desk that goes on', async () => {
  let isLoaded = true;
  let sent = MESSAGES;
  const load = (async () => {
    for (; isLoaded; sent += 1) await ingest(database.engine, tenant.accountId, [received(sent + 1)]);
  })();
  const before = sent;
  const line = await backUpTo('under-load.backup');
  isLoaded = false;
  await load;
  expect(sent).toBeGreaterThan(before);
  expect(line).toMatch(
    /^Wrote .*under-load\.backup: \d+ rows of \d+ tables, \d+\.\d MB\. Only the master key of today/,
  );
  const config = await makeDatabase('loaded');
  expect(await restoreFrom('under-load.backup', 'loaded')).toMatch(/^Restored \d+ rows of \d{4}-.*Z\.$/);
  const restored = await opened(config);
  try {
    const found = await restored.owner.query<{ count: number; last: number; unread: number; seq: number }>(
      `select count(*)::int, max(position)::bigint - 9000000000000000000 as last,
         (select unread_count from shop where platform_shop_id = '11') as unread,
         (select seq::int from account_counter) as seq from message`,
    );
    const { count, last, unread } = found.rows[0] ?? { count: 0, last: 0, unread: -1 };
    // No message without those before it, and the counter of the same moment.
    expect([count, unread]).toEqual([Number(last), Number(last)]);
    expect(count).toBeGreaterThanOrEqual(before);
    expect(count).toBeLessThanOrEqual(sent);
    // The messages after it come again by comparing: the same facts change nothing, new ones are added.
    await ingest(
      restored.engine,
      tenant.accountId,
      [received(count), received(count + 1)].map((item) => ({ ...item, owner: { ...item.owner, token: 2 } })),
    ).then(async ({ fenced }) => expect(fenced.length).toBeGreaterThan(0));
    await restored.owner.query("update connection_lease set expires_at = 'infinity', holder = gen_random_uuid()");
    await ingest(
      restored.engine,
      tenant.accountId,
      [received(count), received(count + 1)].map((item) => ({ ...item, owner: { ...item.owner, token: 2 } })),
    );
    const after = await restored.owner.query('select from message');
    expect(after.rowCount).toBe(count + 1);
  } finally {
    await restored.close();
  }
});

test('the embedded database of a new folder answers the same after a restore, logins included', async () => {
  await backUpTo('quiet.backup');
  const { file, before } = { file: join(folder, 'quiet.backup'), before: await deskOf(database) };
  const answered = { result: 'success' };
  expect(before).toMatchObject({ snapshot: answered, messages: answered, search: answered });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes('owner@x')).toBe(false);
  const data = join(mkdtempSync(join(folder, 'wiped-')), 'data');
  const config = readConfig({ PASAR_DATA: data, PASAR_MASTER_KEY: KEY, PASAR_LOG_LEVEL: 'silent' });
  expect(await runRestore(config, [file], {})).toMatch(/^Restored \d+ rows/);
  const embedded = await startEmbeddedPostgres(data, () => undefined);
  const restored = await opened(embedded.connection);
  try {
    expect(await deskOf(restored)).toEqual(before);
    const tables = (at: TestDatabase) =>
      at.owner.query('select envelope from secret order by owner_id, field').then(({ rows }) => rows);
    expect(await tables(restored)).toEqual(await tables(database));
    // Not everybody may read everything: row security is as it was.
    await expect(restored.app.query('peek', 'select * from message', [])).resolves.toEqual([]);
    const forced = await restored.owner.query(
      "select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relforcerowsecurity",
    );
    const original = await database.owner.query(
      "select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relforcerowsecurity",
    );
    expect(forced.rowCount).toBe(original.rowCount);
    const disabled = await restored.owner.query("select from pg_trigger where tgenabled = 'D'");
    expect(disabled.rowCount).toBe(0);
  } finally {
    await restored.close();
    await embedded.stop();
  }
});

test('a backup counts its rows, though the database tells their number after the last row', async () => {
  const socket = await separateMessages(database.config, folder);
  try {
    const url = `postgres://${database.config.user}:${database.config.password}@/postgres?host=${encodeURIComponent(folder)}`;
    await runBackup(configOf('postgres', { DATABASE_URL: url }), ['separate.backup'], { INIT_CWD: folder });
  } finally {
    await socket.close();
  }
  await makeDatabase('counted');
  expect(await restoreFrom('separate.backup', 'counted')).toMatch(/^Restored \d{3,} rows/);
});

test('an answer that was on its way is not sent again: a person decides', async () => {
  await database.owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at,
       not_before) select account_id, shop_id, conversation_id, $1, gen_random_uuid(), '{"type":"text","text":"hello"}',
       state, 1000, 0 from conversation, unnest(array['pending', 'claimed', 'refused']) as state`,
    [tenant.mainId],
  );
  try {
    await backUpTo('sending.backup');
  } finally {
    await database.owner.query('delete from delivery');
  }
  const config = await makeDatabase('sending');
  expect(await restoreFrom('sending.backup', 'sending')).toMatch(
    /2 answers were on their way then; they are marked as unconfirmed, and a person decides\.$/,
  );
  const states = await withClient(config, (client) =>
    client.query('select state, intent_at::int from delivery order by state'),
  );
  expect(states.rows).toEqual([
    { state: 'refused', intent_at: null },
    { state: 'unconfirmed', intent_at: 1_000 },
    { state: 'unconfirmed', intent_at: 1_000 },
  ]);
});

test('a backup of an older version is brought up to date', async () => {
  const config = await makeDatabase('older');
  const most = knownMigrations().length - 2;
  await migrateDatabase(config, most);
  await withClient(config, (client) => client.query("insert into account (name) values ('old one')"));
  await backUpTo('older.backup', 'older');
  const target = await makeDatabase('renewed');
  expect(await restoreFrom('older.backup', 'renewed')).toMatch(/^Restored/);
  await withClient(target, async (client) => {
    expect((await client.query('select name from account')).rows).toEqual([{ name: 'old one' }]);
    const applied = await client.query<{ name: string }>('select name from migration.applied order by name');
    expect(applied.rows.map(({ name }) => name)).toEqual(knownMigrations());
  });
});

describe('is refused in one line, and leaves nothing behind:', () => {
  const refusalOf = (action: Promise<unknown>): Promise<string> =>
    action.then(
      () => 'was not refused',
      (error: unknown) => String(error),
    );
  let good: string;
  beforeAll(async () => {
    good = 'good.backup';
    await backUpTo(good);
    await makeDatabase('target');
  });

  test('a backup over a file, without a name, or of an empty database', async () => {
    expect(await refusalOf(backUpTo(good))).toMatch(
      /^StartupError: \S+good\.backup exists already: name a new file\.$/,
    );
    expect(await refusalOf(runBackup(configOf('postgres'), [], {}))).toMatch(/Name one file: backup FILE\.$/);
    expect(await refusalOf(backUpTo('empty.backup', 'target'))).toMatch(/The database is empty/);
    expect(await refusalOf(backUpTo('no/such/folder.backup'))).toMatch(/cannot be written: .*no such file/i);
    expect(readdirSync(folder).filter((name) => /empty|partial|folder/.test(name))).toEqual([]);
  });

  test('a restore with another key, of a file that is damaged or no backup, or over accounts', async () => {
    const other = { PASAR_MASTER_KEY: Buffer.alloc(32, 9).toString('hex') };
    expect(await refusalOf(restoreFrom(good, 'target', other))).toMatch(/made with another master key, or is damaged/);
    const bytes = readFileSync(join(folder, good));
    const spoilt = Buffer.from(bytes);
    spoilt[spoilt.length - 40] = (spoilt[spoilt.length - 40] ?? 0) ^ 1;
    writeFileSync(join(folder, 'spoilt'), spoilt);
    writeFileSync(join(folder, 'cut'), bytes);
    truncateSync(join(folder, 'cut'), bytes.length - 60);
    writeFileSync(join(folder, 'none'), 'hello, I am a file of another program');
    for (const name of ['spoilt', 'cut'])
      expect(await refusalOf(restoreFrom(name, 'target'))).toMatch(/The backup is damaged or was cut off/);
    expect(await refusalOf(restoreFrom('none', 'target'))).toMatch(/The file is no backup of Pasar/);
    expect(await refusalOf(restoreFrom('absent', 'target'))).toMatch(/There is no file \S+absent\.$/);
    expect(await refusalOf(restoreFrom(good, 'postgres'))).toMatch(/has accounts: restore only into an empty one/);
    // Whatever was loaded before the damage was seen is gone again, so that the whole file can be restored.
    expect(await restoreFrom(good, 'target')).toMatch(/^Restored/);
  });

  test('a user of the database who does not see all rows', async () => {
    await database.owner.query("create role plain login password 'plain'");
    const url = urlOf('postgres').replace(/\/\/.*@/, '//plain:plain@');
    await database.owner.query('grant pasar_app, pasar_engine, pasar_identity, pasar_feed, postgres to plain');
    const config = readConfig({ DATABASE_URL: url, PASAR_DATA: folder, PASAR_MASTER_KEY: KEY });
    expect(await refusalOf(runBackup(config, [join(folder, 'x')], {}))).toMatch(
      /use pg_dump as a superuser, or let the/,
    );
  });
});
