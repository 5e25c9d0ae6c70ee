import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { TASKS } from '../src/engine/tasks/table.ts';
import { KEPT_FILES, KEPT_LIBRARY_TABLES, KEPT_TASKS } from '../src/records/kept/places.ts';
import { KEPT_TABLES } from '../src/records/kept/tables.ts';
import { makeMasterKey } from '../src/storage/master-key.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { withClient } from '../src/storage/with-client.ts';
import { copyCluster } from './harness/database.ts';

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** A whole installation with its embedded database, as a server makes it. */
let folder: string;
const stops: (() => Promise<void>)[] = [];
let columns: readonly Column[];
beforeAll(async () => {
  folder = copyCluster();
  makeMasterKey(join(folder, 'master-key'));
  const config = readConfig({ PASAR_DATA: folder });
  const log = pino({ level: 'silent' });
  const { connection } = await openStorage({ config, say: () => undefined, log, mayShare: false }, stops);
  columns = await withClient(connection, async (client) => {
    const found = await client.query<Column>(
      `select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`,
    );
    return found.rows;
  });
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true });
});

const columnsOf = (name: string) => columns.filter(({ schema, table }) => schema === 'public' && table === name);

test('every table of the database is in the list of what is kept, and no other', () => {
  const ours = columns.filter(({ schema }) => schema === 'public').map(({ table }) => table);
  const hint = 'add a row to apps/server/src/records/kept/tables.ts: whose data, how long, how exported, how it goes';
  expect([...new Set(ours)].sort(), hint).toEqual(Object.keys(KEPT_TABLES).sort());
  const others = columns.filter(({ schema }) => schema !== 'public').map(({ schema, table }) => `${schema}.${table}`);
  expect([...new Set(others)].sort()).toEqual(Object.keys(KEPT_LIBRARY_TABLES).sort());
});

test('the list names the column of the account, and nothing that the database does not have', () => {
  for (const [name, { account, exported }] of Object.entries(KEPT_TABLES)) {
    const found = columnsOf(name).map(({ column }) => column);
    expect([name, found.includes('account_id') ? 'account_id' : null]).toEqual([name, account]);
    if (exported.kind === 'never') continue;
    const named = [
      ...exported.secrets,
      ...(exported.files === null ? [] : [exported.files.column, exported.files.name]),
    ];
    expect([name, named.filter((column) => !found.includes(column))]).toEqual([name, []]);
  }
});

/** Columns with such a name that open nothing. */
const OPEN = ['connection_lease.token', 'delivery.claim_token', 'translation.text_hash', 'erased_buyer.buyer_hash'];

test('a column that looks like a secret, or that holds bytes, is left out of exports or written as a file', () => {
  const undecided = columns.filter(({ schema, table, column, type }) => {
    if (schema !== 'public' || OPEN.includes(`${table}.${column}`)) return false;
    if (type !== 'bytea' && !/hash|secret|token|password|envelope|credential|_key$/.test(column)) return false;
    const exported = KEPT_TABLES[table]?.exported;
    if (exported?.kind !== 'rows') return false;
    return !exported.secrets.includes(column) && exported.files?.column !== column;
  });
  expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});

test('every kind of task, and everything in the folder of an installation, is in the list', () => {
  expect(Object.keys(TASKS).sort()).toEqual(Object.keys(KEPT_TASKS).sort());
  expect(readdirSync(folder).filter((name) => !(name in KEPT_FILES))).toEqual([]);
});
