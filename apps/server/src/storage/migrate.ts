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

/**
 * Brings the schema up to date, in one transaction, and after it that of the task library.
 * @throws StartupError when the data is of another version
 */
export const migrateDatabase = (config: pg.ClientConfig): Promise<void> =>
  withClient(config, async (client) => {
    if (!(await isUpToDate(client))) await migrate(client);
    if (await hasTaskSchema(client)) return;
    // The lock is released when the connection ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!(await hasTaskSchema(client))) await makeTaskSchema(config, client);
  });

async function migrate(client: pg.Client): Promise<void> {
  // Imported only here: the import takes as long as the rest of a start, and most starts have nothing to migrate.
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    dir: FOLDER,
    direction: 'up',
    migrationsSchema: APPLIED.schema,
    createMigrationsSchema: true,
    migrationsTable: APPLIED.table,
    singleTransaction: true,
    advisoryLockMode: 'wait',
    lockValue: MIGRATION_LOCK,
    log: () => undefined,
  });
}

async function isUpToDate(client: pg.Client): Promise<boolean> {
  return (await findMissingMigrations(client)).length === 0;
}

/**
 * The migrations that the database does not have; `all` where it is empty. @throws StartupError when the data is of
 * another version
 */
export async function findMissingMigrations(client: pg.Client): Promise<readonly string[] | 'all'> {
  const known = readdirSync(FOLDER).map((file) => file.replace(/\.sql$/, ''));
  const tables = await client.query<{ has_applied: boolean; has_unreleased: boolean }>(
    `select to_regclass($1) is not null as has_applied,
       to_regclass('drizzle.__drizzle_migrations') is not null as has_unreleased`,
    [`${APPLIED.schema}.${APPLIED.table}`],
  );
  if (tables.rows[0]?.has_unreleased) {
    throw new StartupError(
      'The data is of Pasar before its first release and cannot be brought up to date. Set PASAR_DATA to a new folder, or DATABASE_URL to an empty database.',
    );
  }
  if (!tables.rows[0]?.has_applied) return 'all';
  const found = await client.query<{ name: string }>(`select name from ${APPLIED.schema}.${APPLIED.table}`);
  const applied = new Set(found.rows.map(({ name }) => name));
  if ([...applied].some((name) => !known.includes(name))) {
    throw new StartupError(
      'The data is of a newer version of Pasar than this one. Start that version, or restore a backup.',
    );
  }
  return known.filter((name) => !applied.has(name));
}
