import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../src/storage/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../src/storage/migrations');
const journalShape = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

let folder: string;
let cluster: EmbeddedPostgres;
/** A database of an owner who is no superuser: forced row security binds this owner too. */
let plain: pg.ClientConfig;
let client: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-migration-'));
  cluster = await startEmbeddedPostgres(folder, () => undefined);
  const owner = new pg.Client(cluster.connection);
  await owner.connect();
  await owner.query("create role plain login createrole password 'plain'");
  await owner.query('create database older owner plain');
  await owner.end();
  plain = { ...cluster.connection, user: 'plain', password: 'plain', database: 'older' };
  client = new pg.Client(plain);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The schema as it was up to a migration. */
async function migrateUpTo(last: string): Promise<void> {
  const older = mkdtempSync(join(tmpdir(), 'pasar-migrations-'));
  cpSync(MIGRATIONS, older, { recursive: true });
  const file = join(older, 'meta/_journal.json');
  const journal = journalShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const end = journal.entries.findIndex((entry) => entry.tag === last);
  expect(end).toBeGreaterThanOrEqual(0);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end + 1) }));
  await migrate(drizzle(client), { migrationsFolder: older });
  rmSync(older, { recursive: true });
}

test('shops of before count the buyers who waited already, each its own', async () => {
  await migrateUpTo('0002_chat-features');
  await client.query('begin');
  await client.query('set local role pasar_app');
  const ids = { one: crypto.randomUUID(), two: crypto.randomUUID() };
  for (const [name, accountId] of Object.entries(ids)) {
    await client.query("select set_config('pasar.account_id', $1, true), set_config('pasar.shops', 'all', true)", [
      accountId,
    ]);
    await client.query('insert into account (account_id, name) values ($1, $2)', [accountId, name]);
    await client.query(
      `with c as (insert into connection (account_id, marketplace, identifier, country)
           values ($1, 'shopee', 'login', 'SG') returning *),
         s as (insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
           select account_id, connection_id, marketplace, id, id, 'SG', false from c, unnest('{11,12}'::text[]) as id
           returning *)
       insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
           waiting_since, address)
         select account_id, shop_id, number::text, 'b', 'b', 'activated', false,
           case when number <= $2 and platform_shop_id = '11' then 1 end, '{}' from s, generate_series(1, 5) as number`,
      [accountId, name === 'one' ? 3 : 1],
    );
  }
  await client.query('commit');
  await migrateDatabase(plain);
  const counted = async (accountId: string) => {
    await client.query('begin');
    await client.query('set local role pasar_app');
    await client.query("select set_config('pasar.account_id', $1, true), set_config('pasar.shops', 'all', true)", [
      accountId,
    ]);
    const found = await client.query(
      'select platform_shop_id, unreply_count, is_on_vacation from shop order by platform_shop_id',
    );
    await client.query('commit');
    return found.rows;
  };
  const row = (shop: string, count: number) => ({
    platform_shop_id: shop,
    unreply_count: count,
    is_on_vacation: false,
  });
  expect(await counted(ids.one)).toEqual([row('11', 3), row('12', 0)]);
  expect(await counted(ids.two)).toEqual([row('11', 1), row('12', 0)]);
  const unforced = await client.query(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relforcerowsecurity",
  );
  expect(unforced.rows).toEqual([]);
});
