import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/storage/embedded-postgres.ts';
import { printRatios } from './table.ts';

/** From process start to a healthy answer on existing data, against a bare start of the same PostgreSQL. */
const ROUNDS = 7;
const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');

export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pasar-bench-'));
  try {
    await startServerOnce(folder);
    const server: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await startPostgresOnce(folder));
      server.push(await startServerOnce(folder));
    }
    printRatios('Start on existing data (median, lower is better)', 'ms', [
      { name: 'PostgreSQL alone, to its first answer', value: median(bare) },
      { name: 'Pasar, to healthy', value: median(server) },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function startPostgresOnce(folder: string): Promise<number> {
  const startedAt = performance.now();
  const embedded = await startEmbeddedPostgres(folder, () => undefined);
  const client = new pg.Client(embedded.connection);
  await client.connect();
  await client.query('select 1');
  const tookMs = performance.now() - startedAt;
  await client.end();
  await embedded.stop();
  return tookMs;
}

function startServerOnce(folder: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PASAR_DATA: folder, PASAR_PORT: '0', PASAR_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let tookMs = 0;
  child.stdout.on('data', async (chunk: Buffer) => {
    output += chunk.toString('utf8');
    const url = /listens on (\S+)/.exec(output)?.[1];
    if (!url || tookMs > 0) return;
    tookMs = 1;
    const health = await fetch(`${url}/api/health`);
    if (health.status !== 200) throw new Error(`health answered ${health.status}`);
    tookMs = performance.now() - startedAt;
    child.kill('SIGTERM');
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 && tookMs > 1 ? resolve(tookMs) : reject(new Error(`exit ${code}: ${output}`)),
    );
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
