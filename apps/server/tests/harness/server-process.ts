import { fork } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { z } from 'zod';
import type { TestDatabase } from './database.ts';

export interface ServerProcess {
  readonly url: string;
  /** By SIGKILL. */
  readonly kill: () => Promise<void>;
}

/** A whole server on the database, as a process of its own that serves. `folder`: its data. */
export async function startServerProcess({ config }: TestDatabase, folder: string): Promise<ServerProcess> {
  const { host, port, user, password, database } = config;
  const query = new URLSearchParams({ host: String(host), port: String(port) });
  const child = fork(inject('victim'), {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      // What the first process has compiled serves the next.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
      DATABASE_URL: `postgresql://${user}:${password}@localhost/${database}?${query}`,
      PASAR_PORT: '0',
      PASAR_DATA: folder,
      PASAR_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PASAR_LOG_LEVEL: 'silent',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(z.object({ url: z.string() }).parse(message).url));
    void ended.then(() => reject(new Error('the server process ended')));
  });
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { url, kill };
}
