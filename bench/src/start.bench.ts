import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/config.ts';
import { provisionTenant } from '../../apps/server/src/features/account/provision.ts';
import { startServer } from '../../apps/server/src/server.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/storage/embedded-postgres.ts';
import { builtProgram } from '../../tools/built.mjs';
import { buildProduct } from '../../tools/src/build-product.ts';
import { planDemoTenants } from '../../tools/src/demo-tenants.ts';
import { type SimulatorProcess, startSimulatorProcess } from '../../tools/src/simulator-process.ts';
import { printRatios } from './table.ts';

/**
 * Measures from process start to a healthy answer on existing data, and compares it with a bare start of the same
 * PostgreSQL. The data are the demo's: its accounts, logged in at the simulated marketplaces, with everything that the
 * first comparison stored. Measures also a second `npm start`, whole, from the command to a healthy desk with its
 * marketplaces, and compares it with an npm script that does nothing and the same bare start after it.
 */
const ROUNDS = 7;
/** The first comparison is over when nothing was stored for this long. */
const QUIET_MS = 3_000;
const FILLED_WITHIN_MS = 120_000;
const ROOT = join(import.meta.dirname, '../..');

export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pasar-bench-'));
  let simulator: SimulatorProcess | undefined;
  try {
    simulator = await startSimulatorProcess(0, folder);
    const env = {
      PASAR_DATA: folder,
      PASAR_PORT: '0',
      PASAR_LOG_LEVEL: 'silent',
      PASAR_MARKETPLACES: JSON.stringify(simulator.marketplaces),
      PASAR_ALLOW_LOOPBACK: 'true',
      PASAR_SOCKS_FRONT_PORT: '0',
    };
    buildProduct((line) => console.log(line));
    await fill(env, simulator.controlOrigin);
    const server: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await startPostgresOnce(folder));
      server.push(await startServerOnce(env));
    }
    // The demo has a simulator of its own.
    await simulator.stop();
    const whole: number[] = [];
    const least: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      least.push((await runNothing(folder)) + (await startPostgresOnce(folder)));
      whole.push(await startDemoOnce(folder));
    }
    printRatios('Start on the data of the demo (median, lower is better)', 'ms', [
      { name: 'PostgreSQL alone, to its first answer', value: median(bare) },
      { name: 'Pasar, to healthy', value: median(server) },
    ]);
    printRatios('A second `npm start` (median, lower is better)', 'ms', [
      { name: 'npm script that does nothing, then PostgreSQL alone', value: median(least) },
      { name: 'npm start, from the command to healthy', value: median(whole) },
    ]);
  } finally {
    await simulator?.stop();
    rmSync(folder, { recursive: true });
  }
}

type Environment = Readonly<Record<string, string>>;

/** Makes the demo's accounts and serves them until everything that their marketplaces hold is stored. */
async function fill(env: Environment, controlOrigin: string): Promise<void> {
  const server = await startServer({
    config: readConfig(env),
    version: 'bench',
    webFolder: null,
    demoLogin: null,
    say: () => undefined,
    prepare: async (database, secrets) => {
      for (const plan of await planDemoTenants(controlOrigin)) await provisionTenant(database, secrets, plan);
    },
  });
  const owner = new pg.Client(server.database);
  await owner.connect();
  try {
    const startedAt = performance.now();
    let rows = 0;
    for (let changedAt = startedAt; rows === 0 || performance.now() - changedAt < QUIET_MS; ) {
      const found = await owner.query('select from message');
      if (found.rowCount !== rows) changedAt = performance.now();
      rows = found.rowCount ?? 0;
      if (performance.now() - startedAt > FILLED_WITHIN_MS) throw new Error(`${rows} messages, and no end of them`);
      await new Promise((tick) => setTimeout(tick, 200));
    }
  } finally {
    await owner.end();
    await server.stop();
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

function startServerOnce(env: Environment): Promise<number> {
  const program = builtProgram('tools/src/serve.ts');
  if (program === null) throw new Error('the server is not built');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
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

/** `npm run` of a script that does nothing. */
async function runNothing(folder: string): Promise<number> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { nothing: 'exit 0' } }));
  const startedAt = performance.now();
  const child = spawn('npm', ['run', 'nothing'], { cwd: folder, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`npm ended with ${code}`);
  return performance.now() - startedAt;
}

/** `npm start` until its desk is healthy, and then Ctrl-C. */
function startDemoOnce(folder: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    // A process group of its own, which Ctrl-C reaches as a whole.
    detached: true,
    env: {
      ...process.env,
      PASAR_DATA: folder,
      PASAR_PORT: '0',
      PASAR_SIMULATOR_PORT: '0',
      PASAR_SOCKS_FRONT_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let tookMs: Promise<number> | null = null;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    const url = /The desk\s+(http\S+)/.exec(output)?.[1];
    if (url === undefined || !output.includes('Ready in') || tookMs !== null) return;
    tookMs = healthyAfter(url, startedAt).finally(() => child.pid && process.kill(-child.pid, 'SIGINT'));
    // Its reader comes when the demo has ended.
    tookMs.catch(() => undefined);
  });
  return new Promise((resolve, reject) => {
    // npm ends before the program below it, which keeps the output open until it has stopped.
    child.once('close', () => (tookMs === null ? reject(new Error(`npm start ended: ${output}`)) : resolve(tookMs)));
  });
}

async function healthyAfter(url: string, startedAt: number): Promise<number> {
  const health = await fetch(`${url}/api/health`);
  if (health.status !== 200) throw new Error(`health answered ${health.status}`);
  return performance.now() - startedAt;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
