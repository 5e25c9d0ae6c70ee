import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { orRefuse, StartupError } from '../startup-error.ts';
import { findPlace, holdsFiles, type Place } from './embedded-place.ts';

/** The PostgreSQL major version of the npm package, which the data directory must have too. */
export const MAJOR_VERSION = '18';
/** sockaddr_un holds 108 bytes with its closing zero; the socket's file name takes `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length;
const READY_WITHIN_MS = 30_000;
const GONE_WITHIN_MS = 10_000;
/**
 * A frozen or slow database must not hold up the end of the server. It stops by itself later, and the next start waits
 * for it. Seconds.
 */
const STOP_WAITED_S = 3;
/** PostgreSQL's error code while it stops or starts. */
const CANNOT_CONNECT_NOW = '57P03';

export interface EmbeddedPostgres {
  /** Connects as the owner of the cluster. */
  readonly connection: pg.ClientConfig;
  /** The database was running already: another server may be using it. */
  readonly isAdopted: boolean;
  /**
   * Starts the database again at its address when its postmaster is gone; resolves when it answers. @throws
   * StartupError
   */
  revive(): Promise<void>;
  /** Fast shutdown; resolves when the postmaster is gone, or after so many seconds, by default three. */
  stop(waitedS?: number): Promise<void>;
}

/**
 * Starts PostgreSQL in `folder`, or adopts the PostgreSQL that a killed server left running there. PostgreSQL refuses
 * to run as root; in that case it runs as `nobody`, in a folder that `nobody` can reach.
 * @throws StartupError with one clear line; then nothing runs that did not run before, and no data was changed.
 */
export const startEmbeddedPostgres = (folder: string, say: (line: string) => void): Promise<EmbeddedPostgres> =>
  startCluster(findPlace(resolve(folder), say), folder, { say, version: MAJOR_VERSION });

/** The same at a place of its own, with programs of another version. The password lies in `folder`. */
export async function startCluster(
  place: Place,
  folder: string,
  { say, version }: { readonly say: (line: string) => void; readonly version: string },
): Promise<EmbeddedPostgres> {
  const isNew = !isCluster(place.data);
  const password = readPassword(join(folder, 'database-password'), place.data, isNew);
  if (isNew) initialise(place, password, say);
  checkVersion(place.data, version);
  const login = { user: 'postgres', database: 'postgres', password };
  const running = runningPostmaster(place.data);
  if (running !== null) {
    const connection: pg.ClientConfig = { ...running, ...login };
    const answer = await untilSettled(connection, place.data);
    if (answer === 'refused') throw foreignPassword(folder);
    if (answer === 'ready') {
      say('Adopted the database that was still running.');
      return embeddedAt(place, connection, folder, true);
    }
  }
  const connection: pg.ClientConfig = { ...(await chooseAddress(place)), ...login };
  await startPostmaster(place, connection, folder);
  return embeddedAt(place, connection, folder, false);
}

const embeddedAt = (
  place: Place,
  connection: pg.ClientConfig,
  folder: string,
  isAdopted: boolean,
): EmbeddedPostgres => ({
  connection,
  isAdopted,
  revive: () =>
    // A living postmaster recovers by itself from a crash of one of its processes.
    runningPostmaster(place.data) === null
      ? startPostmaster(place, connection, folder)
      : waitUntilReady(connection, { isAlive: () => runningPostmaster(place.data) !== null, log: () => '' }, folder),
  stop: (waitedS = STOP_WAITED_S) => stopPostmaster(place, waitedS),
});

/** @throws StartupError; then nothing of it runs any more. */
async function startPostmaster(place: Place, connection: pg.ClientConfig, folder: string): Promise<void> {
  const postmaster = spawnPostmaster(place, connection);
  try {
    await waitUntilReady(connection, { isAlive: () => isRunning(postmaster.process), log: postmaster.log }, folder);
  } catch (error) {
    await endChild(postmaster.process);
    throw error;
  }
}

const isCluster = (data: string): boolean =>
  orRefuse(`The database in ${data} cannot be read`, () =>
    Boolean(statSync(join(data, 'PG_VERSION'), { throwIfNoEntry: false })),
  );

const foreignPassword = (folder: string): StartupError =>
  new StartupError(`The database refuses the password in ${join(folder, 'database-password')}: restore that file.`);

/** The password is made together with the database, and never for an existing database. */
function readPassword(file: string, data: string, isNew: boolean): string {
  return orRefuse(`The database's password ${file} cannot be read or written`, () => {
    if (!existsSync(file)) {
      if (!isNew) {
        throw new StartupError(
          `The password ${file} of the database in ${data} is missing: put it back from a backup of the data directory.`,
        );
      }
      writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    }
    return readFileSync(file, 'utf8');
  });
}

function initialise(place: Place, password: string, say: (line: string) => void): void {
  const what = `The database cannot be created in ${place.data}`;
  // Checked before PostgreSQL runs, because PostgreSQL would advise to empty the folder.
  if (holdsFiles(place.data)) {
    throw new StartupError(
      `The database in ${place.data} is damaged, its PG_VERSION is missing: put the folder back from a backup, or set PASAR_DATA to another.`,
    );
  }
  say('Creating the database…');
  const options = ['-D', place.data, '-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8'];
  const passwordFile = `${place.data}.password`;
  orRefuse(what, () => {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  });
  const run = spawnSync(
    join(place.binaries, 'bin', 'initdb'),
    [...options, '--locale-provider=builtin', '--locale=C.UTF-8', `--pwfile=${passwordFile}`, '--no-instructions'],
    { ...place.runAs, cwd: '/', encoding: 'utf8', env: { LANG: 'C' } },
  );
  rmSync(passwordFile);
  if (run.status !== 0) {
    throw new StartupError(`${what}: ${reasonIn(run.stderr ?? '')}`, run.error);
  }
}

/** The major version of the cluster; null where there is none. @throws StartupError */
export const versionOf = (data: string): string | null =>
  isCluster(data)
    ? orRefuse(`The database in ${data} cannot be read`, () => readFileSync(join(data, 'PG_VERSION'), 'utf8')).trim()
    : null;

function checkVersion(data: string, wanted: string): void {
  const version = versionOf(data);
  if (version === wanted) return;
  const upgrade = Number(version) < Number(wanted) ? `: run the command upgrade-database, which copies the data` : '';
  throw new StartupError(
    `The data in ${data} is of PostgreSQL ${version}; this version of Pasar needs ${wanted}${upgrade}.`,
  );
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

/** Where the postmaster named by postmaster.pid listens; null when that process is gone. */
export function runningPostmaster(data: string): Address | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = orRefuse(`The database in ${data} cannot be read`, () => readFileSync(file, 'utf8')).split('\n');
  const [pid, , , port, socketFolder, host] = lines;
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

type Answer = 'ready' | 'refused' | 'busy' | 'silent';

/** Waits for a database that is still stopping or starting. The last moments of its stop are silent. */
async function untilSettled(config: pg.ClientConfig, data: string): Promise<Answer> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (let wasBusy = false; ; ) {
    const answer = await ask(config);
    wasBusy ||= answer === 'busy';
    const isStopping = wasBusy && answer === 'silent' && runningPostmaster(data) !== null;
    if ((answer !== 'busy' && !isStopping) || Date.now() > deadline) return answer;
    await new Promise((again) => setTimeout(again, 100));
  }
}

/** `refused`: the database answers and has another password. `busy`: it is stopping or starting. */
async function ask(config: pg.ClientConfig): Promise<Answer> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return 'ready';
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === CANNOT_CONNECT_NOW) return 'busy';
    // After `silent` the caller starts a postmaster or waits for it, and reports that postmaster's error.
    return code?.startsWith('28') ? 'refused' : 'silent';
  }
}

interface Postmaster {
  readonly process: ChildProcess;
  readonly log: () => string;
}

function spawnPostmaster(place: Place, address: pg.ClientConfig): Postmaster {
  const overSocket = address.host !== '127.0.0.1';
  const settings = {
    listen_addresses: overSocket ? '' : '127.0.0.1',
    port: String(address.port),
    unix_socket_directories: overSocket ? place.data : '',
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: '100',
    // The first comparison fills tables faster than the default minute; plans are poor until statistics exist.
    autovacuum_naptime: '5s',
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_min_messages: 'warning',
    logging_collector: 'off',
  };
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached, so that Ctrl-C reaches the server alone, which stops the database last.
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

/** A postmaster that is waited for: a child that was started, or an adopted one that may be about to end. */
interface AwaitedPostmaster {
  isAlive(): boolean;
  /** Its last output; empty for an adopted postmaster, whose output goes elsewhere. */
  log(): string;
}

async function waitUntilReady(
  connection: pg.ClientConfig,
  postmaster: AwaitedPostmaster,
  folder: string,
): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (postmaster.isAlive() && Date.now() < deadline) {
    const answer = await ask(connection);
    if (answer === 'ready') return;
    if (answer === 'refused') throw foreignPassword(folder);
    await new Promise((tick) => setTimeout(tick, 15));
  }
  throw new StartupError(
    postmaster.isAlive()
      ? 'The database runs and does not answer.'
      : `The database did not start: ${reasonIn(postmaster.log()) || 'its process ended without output'}`,
  );
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Ends a postmaster that this process started and cannot use. */
async function endChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.ref();
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), GONE_WITHIN_MS);
  await gone;
  clearTimeout(hurry);
}

async function stopPostmaster(place: Place, waitedS: number): Promise<void> {
  const asked = ['stop', '-D', place.data, '-m', 'fast', '-w', '-t', String(waitedS)];
  const run = spawn(join(place.binaries, 'bin', 'pg_ctl'), asked, { ...place.runAs, cwd: '/', stdio: 'ignore' });
  await new Promise<void>((done) => run.once('exit', () => done()));
}

/** PostgreSQL's last fatal line, without time and process; otherwise its last line. */
function reasonIn(text: string): string {
  const lines = text.trim().split('\n');
  const fatal = lines
    .findLast((line) => /\b(FATAL|PANIC|fatal|error):/.test(line))
    ?.replace(/^.*?\b(?=(FATAL|PANIC|fatal|error):)/, '');
  return (fatal ?? lines.at(-1) ?? '').trim();
}
