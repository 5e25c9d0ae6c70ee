import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../../apps/server/src/storage/embedded-postgres.ts';
import { type Child, startChild, usage } from '../scale/child.ts';
import { until } from '../scale/crowd-server.ts';
import { CONNECTIONS, COUNT, PER_SECOND, WARM_UP } from './load.ts';
import { postgresCpuMs } from './postgres-cpu.ts';

const number = z.number();
const text = z.string();
const FILES = {
  plain: '../scale/bare-client.ts',
  exact: '../scale/bare-client.ts',
  checked: '../scale/session-client.ts',
} as const;

/** Microseconds of CPU that a client takes to read a message: with `JSON.parse`, with exact ids, or checked by Pasar. */
export function readingUs(client: keyof typeof FILES): Promise<number> {
  const env = client === 'checked' ? {} : { CROWD_PARSER: client };
  return messageUs(
    new URL(FILES[client], import.meta.url),
    env,
    async () => 0,
    async () => () => undefined,
  );
}

/** Microseconds of CPU, PostgreSQL included, that the least code takes to store and tell a message. */
export async function plainStoreUs(accounts: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pasar-bench-'));
  const embedded = await startEmbeddedPostgres(folder, () => undefined);
  const owner = new pg.Client(embedded.connection);
  await owner.connect();
  try {
    const env = { CROWD_ACCOUNTS: `${accounts}`, PLAIN_DATABASE: JSON.stringify(embedded.connection) };
    const openWindows = async (child: Child) => {
      const url = await child.ask(text, 'url');
      const windows = Array.from({ length: accounts }, (_, account) => new WebSocket(`${url}/${account}`));
      await Promise.all(windows.map((window) => new Promise((resolve) => window.once('open', resolve))));
      return () => {
        for (const window of windows) window.terminate();
      };
    };
    return await messageUs(new URL('./plain-store.ts', import.meta.url), env, () => postgresCpuMs(owner), openWindows);
  } finally {
    await owner.end();
    await embedded.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Starts a marketplace and the client, and lets buyers write; `prepare` resolves with what undoes it. */
async function messageUs(
  file: URL,
  env: Readonly<Record<string, string>>,
  elsewhereMs: () => Promise<number>,
  prepare: (child: Child) => Promise<() => void>,
): Promise<number> {
  const marketplace = await startChild(new URL('../scale/marketplace.ts', import.meta.url), {
    CROWD_CONNECTIONS: `${CONNECTIONS}`,
    CROWD_PORT: '0',
  });
  const origin = await marketplace.ask(text, 'origin');
  const child = await startChild(file, { CROWD_CONNECTIONS: `${CONNECTIONS}`, CROWD_ORIGIN: origin, ...env });
  try {
    await child.ask(number, 'open');
    const undo = await prepare(child);
    let expected = 0;
    const write = async (count: number) => {
      expected += count;
      const logins = Array.from({ length: CONNECTIONS }, (_, login) => login);
      await marketplace.ask(number, 'write', { logins, perSecond: PER_SECOND, count });
      await until('messages', expected, () => child.ask(number, 'received'));
    };
    const usedMs = async () => (await child.ask(usage, 'use')).cpuMs + (await elsewhereMs());
    await write(WARM_UP);
    const before = await usedMs();
    await write(COUNT);
    const after = await usedMs();
    undo();
    return ((after - before) * 1_000) / COUNT;
  } finally {
    await child.stop();
    await marketplace.stop();
  }
}
