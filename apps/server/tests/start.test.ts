import { execFileSync, spawn } from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { MEDIA } from '@pasar/api';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createAccount } from '../src/create-account.ts';
import { startServer } from '../src/server.ts';
import { StartupError } from '../src/startup-error.ts';
import { clusterFolder, makeTenant, openTestDatabase } from './harness/database.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
let folder: string;
/** The data of a server that was started for the first time and stopped. */
let used: string;
beforeAll(() => {
  used = clusterFolder();
});
afterAll(() => rmSync(used, { recursive: true, force: true }));
beforeEach(() => {
  folder = clusterFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Fills the folder of the test with used data, with their owners. */
async function takeUsedData(): Promise<void> {
  if (readdirSync(used).length === 0) {
    const first = run({ PASAR_DATA: used });
    await first.url;
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
  }
  execFileSync('cp', ['-a', `${used}/.`, folder]);
}

interface Run {
  readonly exited: Promise<number | null>;
  readonly output: () => string;
  readonly errors: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The address at which the server listens; rejects when the process ends before. */
  readonly url: Promise<string>;
}

function run(env: Record<string, string> = {}, words: readonly string[] = []): Run {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH, NODE_COMPILE_CACHE, PASAR_DATA: folder, PASAR_PORT: '0', PASAR_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    void exited.then((code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
  url.catch(() => undefined);
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  return { exited, url, output: () => output, errors: () => errors, kill: (signal) => child.kill(signal) };
}

/** The process exits with 1 and prints exactly one line with the reason. */
async function expectRefusal(env: Record<string, string>, line: RegExp, words: readonly string[] = []): Promise<void> {
  const refused = run(env, words);
  const code = await refused.exited;
  expect(refused.errors()).toMatch(line);
  expect(refused.errors().trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

/** The same inside the test's process, which saves a second: `start` rejects with the line. */
async function expectLine(start: Promise<unknown>, line: RegExp): Promise<void> {
  const refused: unknown = await start.then(
    () => 'was not refused',
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(StartupError);
  expect(String(refused)).toMatch(line);
  expect(String(refused)).not.toContain('\n');
}
const configOf = (env: Record<string, string>) =>
  readConfig({ PASAR_DATA: folder, PASAR_PORT: '0', PASAR_LOG_LEVEL: 'silent', ...env });
const start = async (env: Record<string, string>): Promise<void> => {
  const nothing = { version: 'test', webFolder: null, demoLogin: null, say: () => undefined };
  const server = await startServer({ ...nothing, config: configOf(env) });
  await server.stop();
};

/** Environment of a process that runs `source` before the program. */
const before = (source: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; ${source}; syncBuiltinESMExports();`,
  )}`,
});
/**
 * Root may write everywhere, so from its first access to the data directory on, the process belongs to an ordinary
 * user.
 */
function asOrdinaryUser(): Record<string, string> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })));
  return before(`const make = fs.mkdirSync; fs.mkdirSync = (...asked) => {
    if (process.getuid() === 0) { process.setgid(${gid}); process.setuid(${uid}); }
    return make(...asked);
  }`);
}

const owner = (): pg.ClientConfig => ({
  host: join(folder, 'postgres'),
  user: 'postgres',
  database: 'postgres',
  password: readFileSync(join(folder, 'database-password'), 'utf8'),
});

describe('starting', () => {
  test('becomes healthy, stops cleanly, and finds its data after the next start', async () => {
    const first = run();
    const health = await fetch(`${await first.url}/api/health`);
    expect(health.status).toBe(200);
    // No key that signs calls is set: the start prints it in one line, and health reports it.
    const warnings = [
      expect.stringMatching(/^PASAR_SHOPEE_SIGNATURE_KEY is not set: .* will fail\.$/),
      expect.stringMatching(/^PASAR_LAZADA_APP_KEY is not set/),
      expect.stringMatching(/^PASAR_TIKTOK_APP_KEY is not set/),
      expect.stringMatching(/^PASAR_TIKTOK_SALT is not set/),
    ];
    expect(await health.json()).toEqual({ status: 'ok', warnings });
    expect(first.output()).toMatch(/^PASAR_SHOPEE_SIGNATURE_KEY is not set: .*PASAR_TIKTOK_SALT is not set: .*$/m);
    const described = await (await fetch(`${await first.url}/api/openapi.json`)).json();
    expect(described).toMatchObject({ paths: { '/api/desk/sendText': { post: {} } } });
    for (const { path, access } of Object.values(MEDIA)) {
      expect(described).toMatchObject({ paths: { [path]: { get: { 'x-access': access } } } });
    }
    expect(statSync(join(folder, 'master-key')).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(folder, 'master-key'), 'utf8');
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
    const second = run();
    await second.url;
    expect(second.output()).not.toContain('Creating the database');
    expect(readFileSync(join(folder, 'master-key'), 'utf8')).toBe(key);
    second.kill('SIGINT');
    expect(await second.exited).toBe(0);
  });

  test('adopts the database that a killed server left running', async () => {
    await takeUsedData();
    const first = run();
    await first.url;
    first.kill('SIGKILL');
    await first.exited;
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(true);
    const second = run();
    await second.url;
    expect(second.output()).toContain('Adopted the database');
    second.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('while a server runs: a second copy is refused, an account is made, and health reports lost leases', async () => {
    await takeUsedData();
    const first = run();
    const url = await first.url;
    const health = async () => (await fetch(`${url}/api/health`)).status;
    const client = new pg.Client(owner());
    await client.connect();
    await client.query('revoke update on connection_lease from pasar_engine');
    await expectRefusal({}, /Another copy of Pasar is running/);
    const words = ['create-account', 'owner@shop.example', 'Shop'];
    const making = { PASAR_ACCOUNT_PASSWORD: 'long enough' };
    const made = run(making, words);
    expect([await made.exited, made.output(), made.errors()]).toEqual([
      0,
      'Made the account of owner@shop.example.\n',
      '',
    ]);
    const answer = await fetch(`${url}/api/account/index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: 'owner@shop.example', password: 'long enough' }),
    });
    expect(await answer.json()).toMatchObject({ data: { member: { accountName: 'Shop', isMain: true } } });
    const again = (words: string[], env: Record<string, string>) => createAccount(configOf({}), words, env);
    await expectLine(
      again(['owner@shop.example'], making),
      /An account with the email owner@shop\.example exists already/,
    );
    await expectLine(again(['owner'], making), /must be an email address/);
    await expectLine(again(['other@shop.example'], { PASAR_ACCOUNT_PASSWORD: 'short' }), /at least 10 characters/);
    await vi.waitFor(async () => expect(await health()).toBe(503), { timeout: 20_000, interval: 100 });
    await client.query('grant update on connection_lease to pasar_engine');
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 10_000, interval: 100 });
    await client.end();
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
  });

  test('data of a newer version of Pasar is refused', async () => {
    await takeUsedData();
    const first = run();
    await first.url;
    const client = new pg.Client(owner());
    await client.connect();
    await client.query("insert into migration.applied (name, run_on) values ('9999_later', now())");
    await client.end();
    first.kill('SIGTERM');
    await first.exited;
    await expectRefusal({}, /newer version of Pasar/);
  });

  test('a taken port, and data that is damaged or of another PostgreSQL, give one clear line and change nothing', async () => {
    await takeUsedData();
    const data = join(folder, 'postgres');
    const key = join(folder, 'master-key');
    const password = join(folder, 'database-password');
    const version = join(data, 'PG_VERSION');
    const without = async (file: string, env: Record<string, string>, line: RegExp) => {
      renameSync(file, `${file}.away`);
      const there = readdirSync(data).length;
      await expectLine(start(env), line);
      expect(existsSync(file)).toBe(false);
      expect(readdirSync(data)).toHaveLength(there);
      renameSync(`${file}.away`, file);
    };
    await without(key, {}, /master-key is missing, .* put it back from a backup, or set PASAR_MASTER_KEY/);
    await without(password, {}, /database-password of the database in .* is missing: put it back/);
    await without(version, {}, /damaged, its PG_VERSION is missing: put the folder back from a backup/);

    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    // The key may come from the environment instead.
    const elsewhere = { PASAR_PORT: String(port), PASAR_MASTER_KEY: readFileSync(key, 'utf8') };
    await without(key, elsewhere, new RegExp(`Port ${port} is taken`));
    await new Promise((resolve) => taken.close(resolve));

    const right = readFileSync(password, 'utf8');
    writeFileSync(password, 'another');
    await expectLine(start({}), /The database refuses the password in/);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    writeFileSync(password, right);
    writeFileSync(version, '19\n');
    await expectLine(start({}), /is of PostgreSQL 19/);
    writeFileSync(version, '18\n');
    rmSync(key);
    mkdirSync(key);
    await expectLine(start({}), /master-key cannot be read: it is a folder/);
    rmSync(key, { recursive: true });
    writeFileSync(key, Buffer.alloc(32).toString('base64'));
    rmSync(join(data, 'global/pg_control'));
    await expectRefusal({}, /The database did not start/);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
  });

  test('on an external database, only the first server makes a key', async () => {
    const database = await openTestDatabase();
    try {
      const { host, user, password } = database.config;
      const env = { DATABASE_URL: `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(String(host))}` };
      await start(env);
      rmSync(join(folder, 'master-key'));
      await makeTenant(database, 'owner', [['1']]);
      await expectLine(start(env), /master-key is missing, without which the shops' logins cannot be read/);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      await database.close();
    }
  });

  test('an invalid setting and an unusable folder give one clear line', async () => {
    writeFileSync(join(folder, 'file'), '');
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o555);
    chmodSync(folder, 0o755);
    const nowhere = 'postgres://pasar:s3cret@127.0.0.1:1/pasar';
    await expectRefusal({ PASAR_PORT: 'often' }, /^PASAR_PORT/);
    await expectRefusal(
      { ...asOrdinaryUser(), PASAR_DATA: closed },
      /^The data directory \S+closed cannot be made or written: permission is missing\.$/m,
    );
    await expectRefusal({}, /^Unknown command make-account/, ['make-account']);
    await expectLine(start({ PASAR_MASTER_KEY: 'short' }), /PASAR_MASTER_KEY must hold 32 bytes/);
    expect(() => configOf({ PASAR_MARKETPLACES: '{"shopee": 1}' })).toThrow(/PASAR_MARKETPLACES/);
    await expectLine(
      start({ PASAR_DATA: join(folder, 'file/data') }),
      /cannot be made or written: a part of the path is/,
    );
    await expectLine(
      start({ DATABASE_URL: nowhere }),
      /: The database of DATABASE_URL cannot be used: nothing listens /,
    );
    await expectLine(start({ DATABASE_URL: 'postgres://[s3cret' }), /^(?!.*s3cret).*DATABASE_URL cannot be used/);
    const full = vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync(folder), bavail: 1 });
    syncBuiltinESMExports();
    await expectLine(start({}), /The disk of .* is full: free some space first/);
    full.mockRestore();
    syncBuiltinESMExports();
    expect(readdirSync(folder).toSorted()).toEqual(['closed', 'file']);
    expect(readdirSync(closed)).toEqual([]);
  });
});
