/** The operator's own PostgreSQL, of the oldest version that Pasar takes and of one that it does not. */
import { rmSync } from 'node:fs';
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createAccount } from '../src/create-account.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { startServer } from '../src/server.ts';
import { openDatabase } from '../src/storage/database.ts';
import { SecretBox } from '../src/storage/secrets.ts';
import { clusterFolder, listing, makeTenant, messageAt, type TestDatabase } from './harness/database.ts';
import { type OlderPostgres, type OlderVersion, startOlderPostgres } from './harness/older-postgres.ts';
import { openTestWeb, Visitor } from './harness/web.ts';

let folder: string;
beforeAll(() => {
  folder = clusterFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

const configOf = (url: string) =>
  readConfig({
    DATABASE_URL: url,
    PASAR_DATA: folder,
    PASAR_PORT: '0',
    PASAR_SOCKS_FRONT_PORT: '0',
    PASAR_LOG_LEVEL: 'silent',
  });
const start = (url: string) =>
  startServer({ config: configOf(url), version: 'test', webFolder: null, demoLogin: null, say: () => undefined });
const makeAccount = (url: string) =>
  createAccount(configOf(url), ['owner@x.example'], { PASAR_ACCOUNT_PASSWORD: 'long enough' });

/** Both programs refuse the database in the same line, and change nothing in it. */
async function expectRefusal(url: string, reason: RegExp): Promise<void> {
  const refused = async (action: Promise<unknown>): Promise<string> =>
    action.then(
      () => 'was not refused',
      (error: unknown) => String(error),
    );
  const lines = [await refused(start(url)), await refused(makeAccount(url))];
  expect(lines[0]).toMatch(reason);
  expect(lines[0]).toMatch(/^StartupError: The database of DATABASE_URL cannot be used: [^\n]+\.$/);
  expect(lines[1]).toBe(lines[0]);
}

interface Cluster {
  readonly urlOf: OlderPostgres['urlOf'];
  readonly root: pg.Client;
  readonly owner: OlderPostgres['owner'];
}
function startCluster(version: OlderVersion): () => Cluster {
  let older: OlderPostgres;
  let root: pg.Client;
  beforeAll(async () => {
    older = await startOlderPostgres(version);
    root = new pg.Client(older.owner);
    await root.connect();
  });
  afterAll(async () => {
    await root.end();
    await older.stop();
  });
  return () => ({ urlOf: older.urlOf, root, owner: older.owner });
}

describe('PostgreSQL 15', () => {
  const cluster = startCluster(15);

  test('is refused', async () => {
    await expectRefusal(
      cluster().urlOf('postgres', 'postgres'),
      /it is PostgreSQL 15\.\d+, and Pasar needs 16 or newer\.$/,
    );
  });
});

describe('PostgreSQL 16', () => {
  const cluster = startCluster(16);
  let databases = 0;
  /** A new database of a new user, made with these options. */
  let make: (user: string, database?: string) => Promise<{ user: string; database: string; url: string }>;
  beforeEach(() => {
    const { root, urlOf } = cluster();
    make = async (userOptions, databaseOptions = '') => {
      databases += 1;
      const [user, database] = [`user_${databases}`, `database_${databases}`];
      await root.query(`create role ${user} login ${userOptions} password 'secret'`);
      await root.query(`create database ${database} owner ${user} template template0 ${databaseOptions}`);
      return { user, database, url: urlOf(user, database) };
    };
  });

  test.each(['LATIN1', 'SQL_ASCII'])('with a database of %s is refused', async (encoding) => {
    const { url } = await make('createrole', `encoding '${encoding}'`);
    await expectRefusal(url, new RegExp(`its encoding is ${encoding}, which cannot store every message`));
  });

  test('with a user that lacks rights is refused with the statement that gives them', async () => {
    const poor = await make('');
    await expectRefusal(poor.url, new RegExp(`may not make roles \\(alter role ${poor.user} createrole\\)`));
    const other = await make('createrole');
    const foreign = cluster().urlOf(other.user, poor.database);
    await expectRefusal(foreign, new RegExp(`\\(alter database ${poor.database} owner to ${other.user}\\)`));
  });

  test('carries an account, messages and the live stream, for an owner who is no superuser', async () => {
    const { database: name, user, url } = await make('createrole');
    const server = await start(url);
    try {
      expect(await (await fetch(`${server.url}/api/health`)).json()).toMatchObject({ status: 'ok' });
      await makeAccount(url);
      const visitor = new Visitor(server.url);
      expect(await visitor.logIn(CALLS.account.login, 'owner@x.example', 'long enough')).toMatchObject({
        result: 'success',
      });
    } finally {
      await server.stop();
    }
    await expectMessages(
      { ...cluster().owner, user, database: name, password: 'secret' },
      { ...cluster().owner, database: name },
    );
    // The roles belong to the whole cluster, and to the user who made them.
    const second = await make('createrole');
    await expectRefusal(second.url, /the role pasar_app exists already and the user .* may not grant it/);
    await cluster().root.query(
      `grant pasar_app, pasar_engine, pasar_identity, pasar_feed to ${second.user} with admin option`,
    );
    await (await start(second.url)).stop();
    await cluster().root.query(`revoke pasar_feed from ${second.user} cascade`);
    await expectRefusal(
      second.url,
      new RegExp(`may not act as the role pasar_feed \\(grant pasar_feed to ${second.user}\\)`),
    );
  });
});

async function expectMessages(config: pg.ClientConfig, root: pg.ClientConfig): Promise<void> {
  const owner = new pg.Client(root);
  await owner.connect();
  const [app, engine] = [openDatabase(config, 'pasar_app', 4), openDatabase(config, 'pasar_engine', 4)];
  const database: TestDatabase = {
    config,
    app,
    engine,
    owner,
    secrets: new SecretBox(() => [Buffer.alloc(32, 7)]),
    close: async () => undefined,
  };
  const web = await openTestWeb(database);
  try {
    const { accountId, connections } = await makeTenant(database, 'seller@x', [['11']]);
    const [login] = connections;
    if (login === undefined) throw new Error('no connection');
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, 'seller@x', 'right');
    const window = await visitor.live(0);
    const texts = ['สวัสดี', '你好', '\u{1f600}'];
    await ingest(engine, accountId, [
      { kind: 'event', owner: login, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
      ...texts.map((text, each) => {
        const message = messageAt('11', 'c', each + 1, 'buyer', { content: { type: 'text', text } });
        return { kind: 'event', owner: login, event: { kind: 'message.received', message, via: 'live' } } as const;
      }),
    ]);
    await window.until(({ changes }) => texts.every((text) => JSON.stringify(changes).includes(text)));
    const stored = await owner.query<{ conversation_id: string }>('select conversation_id from conversation');
    const input = { conversationId: stored.rows[0]?.conversation_id, clientId: crypto.randomUUID(), text: 'ครับ' };
    expect(await visitor.call(CALLS.chat.sendText, input)).toMatchObject({ result: 'success' });
    await window.until(({ changes }) => JSON.stringify(changes).includes('ครับ'));
    window.close();
    // Ids are of version 7, and grow.
    const made = await owner.query<{ id: string }>(
      'select uuidv7() as id, pg_sleep(0.002) from generate_series(1, 20)',
    );
    const ids = made.rows.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const madeAt = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16);
    expect(Math.abs(madeAt - Date.now())).toBeLessThan(60_000);
  } finally {
    await web.close();
    await Promise.all([app.close(), engine.close(), owner.end()]);
  }
}
