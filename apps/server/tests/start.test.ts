import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly exited: Promise<number | null>;
  readonly output: () => string;
  readonly errors: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The address it listens on; rejects when it ends before. */
  readonly url: Promise<string>;
}

function run(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PASAR_DATA: folder, PASAR_PORT: '0', PASAR_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
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

/** Ends with 1 and exactly one line that says why. */
async function expectRefusal(env: Record<string, string>, line: RegExp): Promise<void> {
  const refused = run(env);
  expect(await refused.exited).toBe(1);
  expect(refused.errors().trim().split('\n')).toHaveLength(1);
  expect(refused.errors()).toMatch(line);
}

const owner = (): pg.ClientConfig => ({
  host: join(folder, 'postgres'),
  user: 'postgres',
  database: 'postgres',
  password: readFileSync(join(folder, 'database-password'), 'utf8'),
});

describe('starting', () => {
  test('becomes healthy, stops cleanly, and finds its data again', async () => {
    const first = run();
    const health = await fetch(`${await first.url}/api/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'ok' });
    const described = await (await fetch(`${await first.url}/api/openapi.json`)).json();
    expect(described).toMatchObject({ paths: { '/api/desk/sendText': { post: {} } } });
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

  test('a second copy on the same data is refused, and the first goes on', async () => {
    const first = run();
    const url = await first.url;
    await expectRefusal({}, /Another copy of Pasar is running/);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
  });

  test('a taken port is one clear line', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expectRefusal({ PASAR_PORT: String(port) }, new RegExp(`Port ${port} is taken`));
    await new Promise((resolve) => taken.close(resolve));
  });

  test('data of a newer version of Pasar is refused', async () => {
    const first = run();
    await first.url;
    const client = new pg.Client(owner());
    await client.connect();
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
    await client.end();
    first.kill('SIGTERM');
    await first.exited;
    await expectRefusal({}, /newer version of Pasar/);
  });

  test('data of another PostgreSQL, and damaged data, are refused', async () => {
    const first = run();
    await first.url;
    first.kill('SIGTERM');
    await first.exited;
    const version = join(folder, 'postgres/PG_VERSION');
    writeFileSync(version, '19\n');
    await expectRefusal({}, /is of PostgreSQL 19/);
    writeFileSync(version, '18\n');
    rmSync(join(folder, 'postgres/global/pg_control'));
    await expectRefusal({}, /The database did not start/);
  });

  test('a setting that is not valid, and a folder that cannot be made, are one clear line', async () => {
    await expectRefusal({ PASAR_PORT: 'often' }, /^PASAR_PORT/);
    await expectRefusal({ PASAR_MASTER_KEY: 'short' }, /PASAR_MASTER_KEY must hold 32 bytes/);
    await expectRefusal({ PASAR_MARKETPLACES: '{"shopee": 1}' }, /PASAR_MARKETPLACES/);
    writeFileSync(join(folder, 'file'), '');
    await expectRefusal({ PASAR_DATA: join(folder, 'file/data') }, /cannot be made/);
    expect(readdirSync(folder)).not.toContain('postgres');
  });
});
