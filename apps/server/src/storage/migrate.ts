import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { hasTaskSchema, makeTaskSchema } from './task-schema.ts';
import { withClient } from './with-client.ts';

/** SQL files, applied in the order of their names. */
const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/**
 * The list of migrations that a database has. It lies in a schema of its own, because every table in the product's
 * schema forces row security.
 */
const APPLIED = { schema: 'migration', table: 'applied' };
/** One process migrates at a time; the others wait. */
const MIGRATION_LOCK = 6_402_001;

/** The migrations of this version, in their order. */
export const knownMigrations = (): readonly string[] =>
  readdirSync(FOLDER)
    .map((file) => file.replace(/\.sql$/, ''))
    .toSorted();

/**
 * Brings the schema up to date, in one transaction, and after it that of the task library. With `first`, an empty
 * database gets only so many migrations. @throws StartupError when the data is of another version
 */
export const migrateDatabase = (config: pg.ClientConfig, first: number | null = null): Promise<void> =>
  withClient(config, async (client) => {
    const missing = await findMissingMigrations(client);
    if (missing === 'all' || (first === null && missing.length > 0)) await migrate(client, first);
    if (await hasTaskSchema(client)) return;
    // The lock is released when the connection ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!(await hasTaskSchema(client))) await makeTaskSchema(config, client);
  });

async function migrate(client: pg.Client, first: number | null): Promise<void> {
  // Imported only here: the import takes as long as the rest of a start, and most starts have nothing to migrate.
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    dir: FOLDER,
    direction: 'up',
    ...(first === null ? {} : { count: first }),
    migrationsSchema: APPLIED.schema,
    createMigrationsSchema: true,
    migrationsTable: APPLIED.table,
    singleTransaction: true,
    advisoryLockMode: 'wait',
    lockValue: MIGRATION_LOCK,
    log: () => undefined,
  });
}

/**
 * The migrations that the database does not have; `all` where it is empty. @throws StartupError when the data is of
 * another version
 */
export async function findMissingMigrations(client: pg.Client): Promise<readonly string[] | 'all'> {
  const older = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (older.rows[0]?.is_there) {
    throw new StartupError(
      'The data is of Pasar before its first release and cannot be brought up to date. Set PASAR_DATA to a new folder, or DATABASE_URL to an empty database.',
    );
  }
  const names = await appliedMigrations(client);
  if (names === null) return 'all';
  const known = knownMigrations();
  const applied = new Set(names);
  if (names.some((name) => !known.includes(name))) {
    throw new StartupError(
      'The data is of a newer version of Pasar than this one. Start that version, or restore a backup.',
    );
  }
  return known.filter((name) => !applied.has(name));
}

/** Null where the database has none. */
export async function appliedMigrations(client: pg.Client): Promise<readonly string[] | null> {
  const table = `${APPLIED.schema}.${APPLIED.table}`;
  const tables = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [table]);
  if (!tables.rows[0]?.is_there) return null;
  const found = await client.query<{ name: string }>(`select name from ${table} order by name`);
  return found.rows.map(({ name }) => name);
}
