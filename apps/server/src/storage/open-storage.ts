import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { orRefuse, reasonOf, StartupError } from '../startup-error.ts';
import { whyUnusable } from './check-database.ts';
import { EmbeddedKeeper } from './embedded-keeper.ts';
import { hasEmbeddedPostgres } from './embedded-place.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type KeySource, makeMasterKey, missingMasterKey, readMasterKeys } from './master-key.ts';
import { migrateDatabase } from './migrate.ts';
import { SecretBox } from './secrets.ts';
import { withClient } from './with-client.ts';

export const LEAST_FREE_BYTES = 200 * 1024 * 1024;
/** The first connection is made while everything else starts, so it gets longer than later ones. */
const REACHED_WITHIN_MS = 30_000;

function prepareFolder(folder: string): void {
  orRefuse(`The data directory ${folder} cannot be made or written`, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < LEAST_FREE_BYTES)
      throw new StartupError(`The disk of ${folder} is full: free some space first.`);
  });
}

export interface StorageOptions {
  readonly config: Config;
  /** Progress while starting, one line each. */
  readonly say: (line: string) => void;
  readonly log: Logger;
  /** A second program may use the embedded database beside the server that owns it, without changing it. */
  readonly mayShare: boolean;
}
export interface Storage {
  readonly connection: pg.ClientConfig;
  readonly secrets: SecretBox;
}

/**
 * The database with an up-to-date schema, and the key to its secrets. Adds to `stops` what has to be stopped again.
 * @throws StartupError
 */
export async function openStorage(options: StorageOptions, stops: (() => Promise<void>)[]): Promise<Storage> {
  const { config, say } = options;
  prepareFolder(config.dataFolder);
  const file = join(config.dataFolder, 'master-key');
  let keys = readMasterKeys(config.masterKey, file);
  if (keys === null && config.databaseUrl === null) {
    if (hasEmbeddedPostgres(config.dataFolder)) throw missingMasterKey(file);
    keys = makeMasterKey(file);
  }
  const { connection, isShared } =
    config.databaseUrl === null
      ? await openEmbedded(options, stops)
      : { connection: await reachDatabase(config.databaseUrl), isShared: false };
  if (!isShared) {
    say('Applying migrations…');
    await migrateDatabase(connection);
  }
  if (keys === null && (await hasLogins(connection))) throw missingMasterKey(file);
  return { connection, secrets: new SecretBox(keys ?? makeMasterKey(file)) };
}

/**
 * The database as it is, without migrations, and the master keys, which are never made here. @throws StartupError
 */
export async function openAsItIs(
  options: StorageOptions,
  stops: (() => Promise<void>)[],
): Promise<{ readonly connection: pg.ClientConfig; readonly keys: KeySource }> {
  const { config } = options;
  prepareFolder(config.dataFolder);
  const file = join(config.dataFolder, 'master-key');
  const keys = readMasterKeys(config.masterKey, file);
  if (keys === null) throw missingMasterKey(file);
  const connection =
    config.databaseUrl === null
      ? (await openEmbedded(options, stops)).connection
      : await reachDatabase(config.databaseUrl);
  return { connection, keys };
}

export async function openEmbedded(
  { config, say, log, mayShare }: StorageOptions,
  stops: (() => Promise<void>)[],
): Promise<{ readonly connection: pg.ClientConfig; readonly isShared: boolean }> {
  say('Starting the database…');
  const embedded = await startEmbeddedPostgres(config.dataFolder, say);
  const { connection } = embedded;
  const keeper = new EmbeddedKeeper(embedded, log);
  try {
    if (!(await keeper.take())) {
      if (mayShare) return { connection, isShared: true };
      throw new StartupError(`Another copy of Pasar is running on ${config.dataFolder}. Stop it, or set PASAR_DATA.`);
    }
  } catch (error) {
    if (!embedded.isAdopted) await embedded.stop();
    throw error;
  }
  stops.push(() => keeper.stop());
  return { connection, isShared: false };
}

/**
 * Connects once, so that a database that cannot be used is reported at once. The error does not show the address, which
 * may hold a password.
 */
export async function reachDatabase(connectionString: string): Promise<pg.ClientConfig> {
  const refused = (reason: string, cause?: unknown) =>
    new StartupError(`The database of DATABASE_URL cannot be used: ${reason}.`, cause);
  let why: string | null;
  try {
    why = await withClient({ connectionString, connectionTimeoutMillis: REACHED_WITHIN_MS }, whyUnusable);
  } catch (cause) {
    throw refused(reasonOf(cause), cause);
  }
  if (why !== null) throw refused(why);
  return { connectionString };
}

/** Whether any account has a login at a marketplace. */
const hasLogins = (connection: pg.ClientConfig): Promise<boolean> =>
  withClient(connection, async (client) => {
    await client.query('begin');
    // The only role that sees the leases of every account.
    await client.query('set local role pasar_engine');
    return (await client.query('select from connection_lease limit 1')).rowCount !== 0;
  });
