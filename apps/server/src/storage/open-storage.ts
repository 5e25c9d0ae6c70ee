import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { orRefuse, reasonOf, StartupError } from '../startup-error.ts';
import { hasEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';
import { makeMasterKey, missingMasterKey, readMasterKey, SecretBox } from './secrets.ts';

const LEAST_FREE_BYTES = 200 * 1024 * 1024;
/** Held by the one server that may use an embedded database. */
const OWNER_LOCK = 6_402_002;
const REACHED_WITHIN_MS = 10_000;

function prepareFolder(folder: string): void {
  orRefuse(`The data directory ${folder} cannot be made or read`, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < LEAST_FREE_BYTES)
      throw new StartupError(`The disk of ${folder} is full: free some space first.`);
  });
}

/**
 * The database, with its schema up to date, and the key to what is closed in it. What has to end again is added to
 * `stops`. `mayShare`: an embedded database that a server uses may be used beside it, as that server left it.
 * @throws StartupError
 */
export async function openStorage(
  config: Config,
  say: (line: string) => void,
  stops: (() => Promise<void>)[],
  mayShare = false,
): Promise<{ readonly connection: pg.ClientConfig; readonly secrets: SecretBox }> {
  prepareFolder(config.dataFolder);
  const file = join(config.dataFolder, 'master-key');
  let key = readMasterKey(config.masterKey, file);
  if (key === null && config.databaseUrl === null) {
    if (hasEmbeddedPostgres(config.dataFolder)) throw missingMasterKey(file);
    key = makeMasterKey(file);
  }
  const { connection, isShared } =
    config.databaseUrl === null
      ? await openEmbedded(config.dataFolder, say, stops, mayShare)
      : { connection: await reachDatabase(config.databaseUrl), isShared: false };
  if (!isShared) {
    say('Applying migrations…');
    await migrateDatabase(connection);
  }
  if (key === null && (await hasLogins(connection))) throw missingMasterKey(file);
  return { connection, secrets: new SecretBox(key ?? makeMasterKey(file)) };
}

async function openEmbedded(
  folder: string,
  say: (line: string) => void,
  stops: (() => Promise<void>)[],
  mayShare: boolean,
): Promise<{ readonly connection: pg.ClientConfig; readonly isShared: boolean }> {
  say('Starting the database…');
  const embedded = await startEmbeddedPostgres(folder, say);
  const owner = new pg.Client(embedded.connection);
  try {
    await owner.connect();
    const locked = await owner.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK]);
    if (!locked.rows[0]?.mine) {
      if (mayShare) {
        await owner.end();
        return { connection: embedded.connection, isShared: true };
      }
      throw new StartupError(`Another copy of Pasar is running on ${folder}. Stop it, or set PASAR_DATA.`);
    }
  } catch (error) {
    await owner.end();
    if (!embedded.isAdopted) await embedded.stop();
    throw error;
  }
  // note: the lock lives as long as this connection; when it breaks, the database is going down with it.
  owner.on('error', () => undefined);
  stops.push(async () => {
    await owner.end();
    await embedded.stop();
  });
  return { connection: embedded.connection, isShared: false };
}

/** Says at once why it cannot be used. Its address may hold a password and is never shown. */
async function reachDatabase(connectionString: string): Promise<pg.ClientConfig> {
  const refused = (reason: string, cause: unknown) =>
    new StartupError(`The database of DATABASE_URL cannot be used: ${reason}.`, cause);
  try {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: REACHED_WITHIN_MS });
    await client.connect();
    await client.end();
  } catch (cause) {
    throw refused(reasonOf(cause), cause);
  }
  return { connectionString };
}

/** Whether any account has a login at a marketplace. */
async function hasLogins(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    // the one role that sees them in every account.
    await client.query('set local role pasar_engine');
    return (await client.query('select from connection_lease limit 1')).rowCount !== 0;
  } finally {
    await client.end();
  }
}
