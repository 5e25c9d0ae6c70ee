import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** One process migrates at a time; the others wait here. */
const MIGRATION_LOCK = 6_402_001;

const journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** Brings the schema up to date. @throws StartupError when the data belongs to a newer version. */
export async function migrateDatabase(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await isUpToDate(client)) return;
    // loaded only for this: loading it takes as long as the rest of a start, and most starts find nothing to do.
    const [{ drizzle }, { migrate }] = await Promise.all([
      import('drizzle-orm/node-postgres'),
      import('drizzle-orm/node-postgres/migrator'),
    ]);
    await migrate(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}

/** @throws StartupError */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  const entries = journal.parse(JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8'))).entries;
  const known = Math.max(...entries.map((entry) => entry.when));
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!table.rows[0]?.there) return false;
  const newest = await client.query('select max(created_at)::text as newest from drizzle.__drizzle_migrations');
  const applied = Number(newest.rows[0]?.newest ?? 0);
  if (applied > known) {
    throw new StartupError(
      'The data is of a newer version of Pasar than this one. Start that version, or restore a backup.',
    );
  }
  return applied === known;
}
