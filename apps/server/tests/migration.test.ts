import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../src/storage/migrate.ts';
import { TASK_SCHEMA } from '../src/storage/task-schema.ts';
import { clusterFolder } from './harness/database.ts';

const MIGRATIONS = join(import.meta.dirname, '../src/storage/migrations');
const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const FILES = readdirSync(MIGRATIONS).map((file) => file.slice(0, -4));

let folder: string;
let cluster: EmbeddedPostgres;
let root: pg.Client;
/** A fresh database of an owner who is no superuser: forced row security binds this owner too. */
let plain: pg.ClientConfig;
let databases = 0;
beforeAll(async () => {
  folder = clusterFolder();
  cluster = await startEmbeddedPostgres(folder, () => undefined);
  root = new pg.Client(cluster.connection);
  await root.connect();
  await root.query("create role plain login createrole password 'plain'");
});
beforeEach(async () => {
  databases += 1;
  await root.query(`create database fresh_${databases} owner plain`);
  plain = { ...cluster.connection, user: 'plain', password: 'plain', database: `fresh_${databases}` };
});
afterAll(async () => {
  await root.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client(plain);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
const applied = async () =>
  (await ask<{ name: string }>('select name from migration.applied order by id')).map(({ name }) => name);

test('a database of an ordinary owner is migrated once, however many processes start at the same time', async () => {
  await Promise.all([migrateDatabase(plain), migrateDatabase(plain), migrateDatabase(plain)]);
  expect(await applied()).toEqual(FILES);
  await migrateDatabase(plain);
  expect(await applied()).toEqual(FILES);
});

test('every table forces row security and has a policy; only one role may call the look-ups beside the policies', async () => {
  await migrateDatabase(plain);
  const unguarded = await ask(
    `select relname from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
       and (not relrowsecurity or not relforcerowsecurity or not exists (select from pg_policy where polrelid = c.oid))`,
  );
  expect(unguarded).toEqual([]);
  const functions = await ask<{ name: string; owner: string; who: string[] }>(
    `select proname as name, proowner::regrole::text as owner,
       array(select role from unnest(array['pasar_app', 'pasar_engine', 'public']) role
         where has_function_privilege(role, oid, 'execute')) as who
     from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  );
  expect(functions).toEqual([
    { name: 'pasar_accounts_sealed_otherwise', owner: 'pasar_identity', who: ['pasar_engine'] },
    { name: 'pasar_answer_bulk_item', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_begin_bulk_action', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_begin_buyer_tag_sweep', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_count_bulk_send', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_count_tagged', owner: 'pasar_identity', who: [] },
    { name: 'pasar_find_login', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_find_names', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_find_orders', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_find_passkey', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_find_session', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_find_session_member', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_find_sign_on', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_forget_changes', owner: 'pasar_engine', who: ['pasar_app', 'pasar_engine'] },
    { name: 'pasar_forget_codes', owner: 'pasar_identity', who: ['pasar_engine'] },
    { name: 'pasar_free_handle', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_has_account', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_is_owner_link', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_keep_name_parts', owner: 'pasar_identity', who: [] },
    { name: 'pasar_keep_new_order_words', owner: 'pasar_identity', who: [] },
    { name: 'pasar_keep_order_words', owner: 'pasar_identity', who: [] },
    { name: 'pasar_move_bulk_send', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_offer_code', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_offer_owner_link', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_plan_auto_reply', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_plan_bulk_send', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_plan_order_care', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_read_feed', owner: 'pasar_feed', who: ['pasar_app'] },
    { name: 'pasar_retry_timer_task', owner: 'pasar_engine', who: ['pasar_app', 'pasar_engine'] },
    { name: 'pasar_search', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_search_newest', owner: 'pasar_identity', who: [] },
    { name: 'pasar_search_note_taken', owner: 'pasar_identity', who: [] },
    { name: 'pasar_search_taken', owner: 'pasar_identity', who: [] },
    { name: 'pasar_settle_auto_reply', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_settle_bulk_item', owner: 'pasar_engine', who: ['pasar_engine'] },
    { name: 'pasar_take_code', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_timer_tasks', owner: 'pasar_engine', who: ['pasar_app', 'pasar_engine'] },
    { name: 'pasar_use_owner_link', owner: 'pasar_identity', who: ['pasar_app'] },
    { name: 'pasar_waiting_of', owner: 'pasar_engine', who: ['pasar_app', 'pasar_engine'] },
  ]);
});

/** A connection of the plain owner to a database that is migrated step by step. */
async function openPlain() {
  const client = new pg.Client(plain);
  await client.connect();
  return {
    client,
    apply: (names: readonly string[]) =>
      client.query(names.map((name) => readFileSync(join(MIGRATIONS, `${name}.sql`), 'utf8')).join('\n')),
    /** Runs a statement as the application does for a main account. */
    asMember: async (statement: string, account = ACCOUNT) => {
      await client.query(`begin; set local role pasar_app; select set_config('pasar.account_id', '${account}', true),
        set_config('pasar.shops', 'all', true)`);
      const answer = await client.query(statement);
      await client.query('commit');
      return answer.rows;
    },
  };
}

test('buyers that were stored before are found by their names', async () => {
  const { client, apply, asMember } = await openPlain();
  try {
    await apply(FILES.filter((name) => name < '0010'));
    await asMember(
      `with a as (insert into account (account_id, name) values ('${ACCOUNT}', 'a') returning account_id),
         l as (insert into connection (account_id, marketplace, identifier, country)
           select account_id, 'shopee', 'l', 'SG' from a returning account_id, connection_id),
         s as (insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
           select account_id, connection_id, 'shopee', '1', 's', 'SG', false from l returning account_id, shop_id)
       insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address)
         select account_id, shop_id, '1', 'b', '王芳', 'activated', false, '{}' from s`,
    );
    await apply(FILES.filter((name) => name >= '0010'));
    expect(
      await asMember("select buyer_name from conversation where conversation_id in (select pasar_find_names('芳', 9))"),
    ).toEqual([{ buyer_name: '王芳' }]);
  } finally {
    await client.end();
  }
});

test('accounts that were stored before get a handle of their own, as their sub-accounts begin', async () => {
  const { client, apply, asMember } = await openPlain();
  const people: readonly (readonly string[])[] = [
    ['Owner@one.example', 'Shop One:anna', 'Shop One:bo'],
    ['owner@two.example'],
    ['owner@three.example'],
    ['@'],
  ];
  const accounts = people.map((_, number) => ACCOUNT.replace(/1$/u, String(number + 1)));
  try {
    await apply(FILES.filter((name) => name < '0029'));
    for (const [number, names] of people.entries()) {
      const account = accounts[number] ?? '';
      await asMember(`insert into account (account_id, name) values ('${account}', 'a')`, account);
      for (const [place, name] of names.entries()) {
        await asMember(
          `insert into member (account_id, username, name, password_hash, is_main)
           values ('${account}', '${name}', 'n', '', ${place === 0})`,
          account,
        );
      }
    }
    await apply(FILES.filter((name) => name >= '0029'));
    const handles: string[] = [];
    for (const account of accounts) {
      const [row] = await asMember('select handle, pasar_free_handle(handle) as other from account', account);
      expect(row.other).not.toBe(row.handle);
      handles.push(row.handle);
    }
    expect(handles).toEqual(['shopone', 'owner', expect.stringMatching(/^owner-[0-9a-f]{8}$/u), 'team']);
  } finally {
    await client.end();
  }
});

test('answers that were on their way before are in the ledger by their content, and so are their changes', async () => {
  const { client, apply, asMember } = await openPlain();
  const image = { fileName: 'a.png', type: 'image/png', width: 1, height: 1 };
  try {
    await apply(FILES.filter((name) => name < '0015'));
    await asMember(
      `with a as (insert into account (account_id, name) values ('${ACCOUNT}', 'a') returning account_id),
         l as (insert into connection (account_id, marketplace, identifier, country)
           select account_id, 'shopee', 'l', 'SG' from a returning account_id, connection_id),
         s as (insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
           select account_id, connection_id, 'shopee', '1', 's', 'SG', false from l returning account_id, shop_id),
         c as (insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status,
             is_pinned, address)
           select account_id, shop_id, '1', 'b', 'b', 'activated', false, '{}' from s
           returning account_id, shop_id, conversation_id)
       insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, text, image, state, created_at)
         select account_id, shop_id, conversation_id, gen_random_uuid(), gen_random_uuid(), sent.text,
           sent.image::jsonb, 'pending', sent.at
         from c, (values ('hello', null, 1), ('', '${JSON.stringify({ ...image, digest: 'd' })}', 2))
           sent (text, image, at)`,
    );
    const told = (text: string, sent: object | null) =>
      JSON.stringify({ kind: 'delivery', delivery: { mark: 'pending', text, image: sent, quote: null } });
    await asMember(
      `insert into change (account_id, seq, kind, payload) values ('${ACCOUNT}', 1, 'delivery', '${told('hello', null)}'),
         ('${ACCOUNT}', 2, 'delivery', '${told('', image)}'), ('${ACCOUNT}', 3, 'resync', '{"kind":"resync"}')`,
    );
    await apply(FILES.filter((name) => name >= '0015'));
    const text = { type: 'text', text: 'hello' };
    expect(await asMember('select content from delivery order by created_at')).toEqual([
      { content: text },
      { content: { type: 'image', image: { ...image, digest: 'd' } } },
    ]);
    expect(await asMember('select payload from change order by seq')).toEqual([
      { payload: { kind: 'delivery', delivery: { mark: 'pending', quote: null, content: text } } },
      { payload: { kind: 'delivery', delivery: { mark: 'pending', quote: null, content: { type: 'image', image } } } },
      { payload: { kind: 'resync' } },
    ]);
  } finally {
    await client.end();
  }
});

test('of a conversation that was stored before it is known when the buyer last wrote, and so in its changes', async () => {
  const { client, apply, asMember } = await openPlain();
  try {
    await apply(FILES.filter((name) => name < '0028'));
    await asMember(
      `with a as (insert into account (account_id, name) values ('${ACCOUNT}', 'a') returning account_id),
         l as (insert into connection (account_id, marketplace, identifier, country)
           select account_id, 'shopee', 'l', 'SG' from a returning account_id, connection_id),
         s as (insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
           select account_id, connection_id, 'shopee', '1', 's', 'SG', false from l returning account_id, shop_id),
         c as (insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status,
             is_pinned, address)
           select account_id, shop_id, name, name, name, 'activated', false, '{}' from s, (values ('talks'), ('silent')) b (name)
           returning account_id, shop_id, conversation_id, buyer_name),
         m as (insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author,
             content, status)
           select account_id, shop_id, conversation_id, buyer_name || number, number, number * 10, author, '{}', status
           from c, (values (1, 'buyer', 'available'), (2, 'buyer', 'recalled'), (3, 'seller', 'available'))
             sent (number, author, status)
           where buyer_name = 'talks' or author = 'seller')
       insert into change (account_id, seq, kind, payload)
         select account_id, row_number() over (order by buyer_name desc), 'conversation',
           json_build_object('conversation', json_build_object('conversationId', conversation_id)) from c`,
    );
    await apply(FILES.filter((name) => name >= '0028'));
    const known = await asMember('select buyer_name, buyer_wrote_at from conversation order by buyer_name desc');
    expect(known).toEqual([
      { buyer_name: 'talks', buyer_wrote_at: '20' },
      { buyer_name: 'silent', buyer_wrote_at: null },
    ]);
    const told = await asMember(
      `select payload -> 'conversation' -> 'buyerWroteAt' as at from change where kind = 'conversation' order by seq`,
    );
    expect(told).toEqual([{ at: 20 }, { at: null }]);
  } finally {
    await client.end();
  }
});

test('the schema of the task library is made, finished after a start that broke off, and open to the engine alone', async () => {
  const made = async () => ({
    by: await ask("select obj_description('graphile_worker'::regnamespace) as name"),
    closed: await ask(
      `select tablename from pg_tables t where schemaname = 'graphile_worker' and not exists (select from pg_policies p
         where p.schemaname = t.schemaname and p.tablename = t.tablename and p.roles = '{pasar_engine}')`,
    ),
    who: await ask(
      `select role from unnest(array['pasar_app', 'pasar_engine', 'public']) role
         where has_schema_privilege(role, 'graphile_worker', 'usage')`,
    ),
  });
  const whole = { by: [{ name: TASK_SCHEMA }], closed: [], who: [{ role: 'pasar_engine' }] };
  await Promise.all([migrateDatabase(plain), migrateDatabase(plain)]);
  expect(await made()).toEqual(whole);
  await ask('drop policy engine_owns on graphile_worker._private_jobs; comment on schema graphile_worker is null');
  await Promise.all([migrateDatabase(plain), migrateDatabase(plain)]);
  expect(await made()).toEqual(whole);
});

test('a migration that fails leaves nothing behind', async () => {
  await ask('create table shop (taken text)');
  await expect(migrateDatabase(plain)).rejects.toThrow('relation "shop" already exists');
  expect(await ask("select relname from pg_class where relname in ('account', 'conversation')")).toEqual([]);
  await ask('drop table shop');
  await migrateDatabase(plain);
  expect(await applied()).toEqual(FILES);
});

test('data of a newer version, and data from before the first release, are refused in one line', async () => {
  await migrateDatabase(plain);
  await ask("insert into migration.applied (name, run_on) values ('9999_later', now())");
  await expect(migrateDatabase(plain)).rejects.toThrow(/^The data is of a newer version of Pasar than this one\..*$/);
  await ask("delete from migration.applied where name = '9999_later'");
  await ask('create schema drizzle; create table drizzle.__drizzle_migrations (id integer)');
  await expect(migrateDatabase(plain)).rejects.toThrow(
    /^The data is of Pasar before its first release .*PASAR_DATA.*$/,
  );
});

test('what was stored before there was a search waits to be indexed', async () => {
  const { client, apply, asMember } = await openPlain();
  try {
    await apply(FILES.filter((name) => name < '0058'));
    await asMember(
      `with a as (insert into account (account_id, name, handle) values ('${ACCOUNT}', 'a', 'a') returning account_id),
         l as (insert into connection (account_id, marketplace, identifier, country)
           select account_id, 'shopee', 'l', 'SG' from a returning account_id, connection_id),
         s as (insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
           select account_id, connection_id, 'shopee', '1', 's', 'SG', false from l returning account_id, shop_id),
         r as (insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, author, created_at)
           select account_id, shop_id, 'b', 'b', 'pre_sales', 'x', 'a', 1 from s)
       insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address)
         select account_id, shop_id, name, 'b', name, 'activated', false, '{}' from s, (values ('one'), ('two')) c (name)`,
    );
    await apply(FILES.filter((name) => name >= '0058' && name < '0073'));
    await asMember(
      `insert into conversation_note (note_id, account_id, shop_id, conversation_id, author_id, author_name, text, written_at)
       select uuidv7(), account_id, shop_id, conversation_id, uuidv7(), 'a', 'x', 1 from conversation`,
    );
    await apply(FILES.filter((name) => name >= '0073'));
    const due = await asMember(
      'select kind, sum(cardinality(subject_ids))::int as things from search_due where is_backlog group by kind order by kind',
    );
    expect(due).toEqual([
      { kind: 'buyer', things: 2 },
      { kind: 'history', things: 2 },
      { kind: 'remark', things: 1 },
      { kind: 'teamNote', things: 2 },
    ]);
  } finally {
    await client.end();
  }
});
