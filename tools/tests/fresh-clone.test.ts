import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { folderInMemory } from '../src/memory-folder.ts';

/**
 * Runs `npm start` in a fresh clone with nothing installed, as this user and, where this user is root, as an ordinary
 * one.
 */
const ROOT = join(import.meta.dirname, '../..');
const START_WITHIN_MS = 420_000;
const isRoot = process.getuid?.() === 0;
const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
const ORDINARY = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : null;
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly desk: string;
  readonly phone: string;
  readonly output: string;
  readonly tookMs: number;
  /** Sends Ctrl-C; resolves with the whole output when every process has ended. */
  readonly stop: () => Promise<string>;
}

/** Clones into a folder that only its owner may enter. */
function cloneInto(user: { uid: number; gid: number } | null): { clone: string; home: string } {
  const home = folderInMemory('clone');
  made.push(home);
  const clone = join(home, 'pasar');
  execFileSync('git', ['clone', '-q', '--no-hardlinks', ROOT, clone]);
  chmodSync(home, 0o700);
  if (user) own(home, user);
  return { clone, home };
}

function own(folder: string, user: { uid: number; gid: number }): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

function start(clone: string, home: string, user: { uid: number; gid: number } | null): Promise<Started> {
  const startedAt = performance.now();
  mkdirSync(join(home, '.npm'), { recursive: true });
  if (user) chownSync(join(home, '.npm'), user.uid, user.gid);
  const child = spawn('npm', ['start'], {
    ...user,
    cwd: clone,
    detached: true,
    env: {
      PATH: process.env.PATH?.split(':')
        .filter((folder) => !folder.includes('node_modules'))
        .join(':'),
      HOME: user ? home : process.env.HOME,
      ...pick(
        'npm_config_cafile',
        'npm_config_registry',
        'NODE_EXTRA_CA_CERTS',
        'SSL_CERT_FILE',
        'HTTPS_PROXY',
        'https_proxy',
      ),
      PASAR_PORT: '0',
      PASAR_SIMULATOR_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // `close`, not `exit`: on Ctrl-C npm ends first, and the program below it keeps the output open until it has stopped.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const desk = /The desk\s+(http\S+)/.exec(output)?.[1];
      const phone = /buyer's phone\s+(http\S+)/.exec(output)?.[1];
      if (!desk || !phone || !output.includes('Ctrl-C stops everything')) return;
      const stop = async () => {
        // As Ctrl-C does: signals the whole process group.
        if (child.pid) process.kill(-child.pid, 'SIGINT');
        await exited;
        return output;
      };
      resolve({ desk, phone, output, tookMs: performance.now() - startedAt, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
}

const pick = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

async function expectCleanEnd(started: Started): Promise<void> {
  const output = await started.stop();
  expect(output.trimEnd().slice(-2000)).toMatch(/Stopping…$/);
  await expect(fetch(`${started.desk}/api/health`)).rejects.toThrow();
  await expect(fetch(`${started.phone}/sim/state`)).rejects.toThrow();
}

describe('npm start on a fresh clone in a closed folder', () => {
  const users = [{ who: 'this user', user: null }, ...(ORDINARY ? [{ who: 'an ordinary user', user: ORDINARY }] : [])];
  test.each(inject('depth').isClonedTwice ? users : users.slice(-1))(
    'as $who: healthy, stopped by Ctrl-C, and quick the second time',
    { timeout: START_WITHIN_MS },
    async ({ user }) => {
      const { clone, home } = cloneInto(user);
      const first = await start(clone, home, user);
      const health = await fetch(`${first.desk}/api/health`);
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
      expect(await (await fetch(first.desk)).text()).toContain('<div id="root">');
      expect((await fetch(`${first.phone}/sim/state`)).status).toBe(200);
      await expectCleanEnd(first);
      const second = await start(clone, home, user);
      expect(second.tookMs).toBeLessThan(first.tookMs / 2);
      expect(second.output).not.toMatch(/Creating the database|Building/);
      await expectCleanEnd(second);
    },
  );
});
