/** The simulator as a process: start, kill and restart with all data, a signal, and a port in use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerSchema, stateSchema } from '../src/control/schemas.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const READY_MS = 20_000;
let directory: string;
let children: ChildProcess[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'simulator-process-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
  rmSync(directory, { recursive: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
}
function run(environment: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PASAR_DATA: directory, PASAR_SIMULATOR_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  }
  return { child, output: () => output };
}

async function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit', { signal: AbortSignal.timeout(READY_MS) });
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

/** Waits for the line that names the control origin; gives the origin. */
async function ready({ child, output }: Running): Promise<string> {
  const deadline = AbortSignal.timeout(READY_MS);
  for (;;) {
    const origin = /^simulator ready: .*?(http:\/\/127\.0\.0\.1:\d+)\//m.exec(output())?.[1];
    if (origin !== undefined) return origin;
    if (child.exitCode !== null) throw new Error(`the simulator ended: ${output()}`);
    if (child.stdout === null) throw new Error('no output');
    await Promise.race([once(child.stdout, 'data', { signal: deadline }), once(child, 'exit', { signal: deadline })]);
  }
}

/** Expects exit code 1 and exactly one line. */
async function expectRefusal(running: Running, line: RegExp): Promise<void> {
  if (running.child.exitCode === null) await once(running.child, 'close', { signal: AbortSignal.timeout(READY_MS) });
  expect(running.output().trim()).toMatch(line);
  expect(running.output().trim().split('\n')).toHaveLength(1);
  expect(running.child.exitCode).toBe(1);
}

const ledgerOf = async (origin: string) => ledgerSchema.parse(await (await fetch(`${origin}/sim/ledger`)).json());

test('accepted messages survive a kill; the data has one owner at a time, and is refused when damaged', async () => {
  const first = run({});
  const origin = await ready(first);
  const { shops } = stateSchema.parse(await (await fetch(`${origin}/sim/state`)).json());
  const [shop] = shops;
  const [buyer] = shop?.buyers ?? [];
  if (shop === undefined || buyer === undefined) throw new Error('nobody there');
  const { marketplace, shopId } = shop;
  const post = (at: number): Promise<Response> =>
    fetch(`${origin}/sim/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ marketplace, shopId, buyerId: buyer.buyerId, kind: 'text', content: `number ${at}` }),
    });
  for (let at = 0; at < 20; at += 1) expect((await post(at)).status).toBe(200);
  const before = await ledgerOf(origin);
  expect(before.entries).toHaveLength(20);
  await expectRefusal(run({}), /^simulator: another simulator runs on .*simulator; stop it, or set PASAR_DATA$/);
  expect(await ledgerOf(origin)).toEqual(before);
  await kill(first.child, 'SIGKILL');

  const second = run({});
  const again = await ready(second);
  expect(await ledgerOf(again)).toEqual(before);
  const state = stateSchema.parse(await (await fetch(`${again}/sim/state`)).json());
  expect(state.shops.map((one) => one.shopId)).toEqual(shops.map((one) => one.shopId));
  await kill(second.child, 'SIGKILL');

  const journal = join(directory, 'simulator', 'journal.jsonl');
  const damaged = readFileSync(journal, 'utf8').replace('number 7', 'number 8');
  writeFileSync(journal, damaged);
  await expectRefusal(run({}), /^simulator: .*journal\.jsonl is damaged: line 9 /);
  expect(readFileSync(journal, 'utf8')).toBe(damaged);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s closes it, even with a reader on the event stream', async (signal) => {
  const running = run({});
  const origin = await ready(running);
  const stream = await fetch(`${origin}/sim/events`);
  expect(await kill(running.child, signal)).toBe(0);
  await stream.body?.cancel();
  expect(running.output().trim().split('\n')).toHaveLength(1);
});

test('a taken port gives one clear line, and the data is not touched', async () => {
  const holder = createServer();
  holder.listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    const { child, output } = run({ PASAR_SIMULATOR_PORT: String(address.port) });
    await once(child, 'close', { signal: AbortSignal.timeout(READY_MS) });
    expect(child.exitCode).toBe(1);
    expect(output().trim()).toMatch(new RegExp(`^simulator: port ${address.port} is taken; .*$`));
    expect(existsSync(join(directory, 'simulator'))).toBe(false);
  } finally {
    holder.close();
  }
});

test('an error of the operating system or the environment gives one clear line', async () => {
  writeFileSync(join(directory, 'file'), '');
  const full = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const refused = { code: 'ENOSPC', syscall: 'write' };
    fs.writeSync = () => { throw Object.assign(new Error('ENOSPC: no space left on device, write'), refused); };
    syncBuiltinESMExports();`;
  const onFullDisk = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(full)}` };
  await Promise.all([
    expectRefusal(run({ PASAR_SIMULATOR_PORT: 'ninety' }), /^simulator: PASAR_SIMULATOR_PORT is not valid: /),
    expectRefusal(run({ PASAR_DATA: join(directory, 'file') }), /^simulator: ENOTDIR: .*file/),
    expectRefusal(run(onFullDisk), /^simulator: the disk of the data directory is full; /),
  ]);
  expect(existsSync(join(directory, 'simulator', 'journal.jsonl'))).toBe(false);
});
