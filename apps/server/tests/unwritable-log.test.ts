/** A server whose log cannot be written goes on, and says so in its health check. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
let folder: string;
let database: TestDatabase;
let server: ChildProcess;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-log-'));
  database = await openTestDatabase();
});
afterEach(async () => {
  const ended = new Promise((done) => server.once('exit', done));
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await ended;
  }
  await database.close();
  rmSync(folder, { recursive: true });
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function start(stdout: number | 'pipe', stderr: number | 'pipe'): Promise<void> {
  const port = await freePort();
  const { host, user, password } = database.config;
  server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(String(host))}`,
      PASAR_DATA: folder,
      PASAR_PORT: String(port),
      PASAR_SOCKS_FRONT_PORT: '0',
      PASAR_ROLE: 'web',
      PASAR_LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', stdout, stderr],
  });
  url = `http://127.0.0.1:${port}/api/health`;
}

async function health(headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, { headers });
  return answer.json();
}
/** Requests from a proxy that is not trusted are logged. */
const logged = { 'x-forwarded-for': '203.0.113.7' };
const started = () => vi.waitFor(() => health(), { timeout: 30_000, interval: 50 });

test('on a full disk', async () => {
  // Every write to this device fails as on a full disk.
  const full = openSync('/dev/full', 'w');
  await start(full, full);
  closeSync(full);
  await started();
  await health(logged);
  expect(await health()).toEqual({ status: 'ok', warnings: ['The log cannot be written: the disk is full.'] });
  expect(server.exitCode).toBeNull();
});

test('into a pipe that its reader has closed', async () => {
  await start('pipe', 'pipe');
  server.stdout?.destroy();
  server.stderr?.destroy();
  await started();
  await health(logged);
  expect(await health()).toEqual({ status: 'ok', warnings: ['The log cannot be written: nobody reads it any more.'] });
  expect(server.exitCode).toBeNull();
});
