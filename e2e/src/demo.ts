import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { eventually, within } from '@pasar/testing';
import { z } from 'zod';
import { folderInMemory } from '../../tools/src/memory-folder.ts';
import { Market } from './market.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
const KEEPER = fileURLToPath(new URL('./demo-keeper.ts', import.meta.url));
const LAUNCHER = 'tools/src/demo.ts';
const SIMULATOR = 'apps/simulator/src/main.ts';
/** Building the web client on a busy machine takes most of this time. Milliseconds. */
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;
/** Ports of the desk, of the buyer's phone, of three marketplaces and of the mail server. */
const PORTS = 6;

/** The addresses of desk and phone in what the demo prints when everything is up. */
const table = z.object({ desk: z.url(), phone: z.url() });

/** A demo that runs: where the desk and the buyer's phone are, and what the marketplaces know. */
export interface RunningDemo {
  readonly deskUrl: string;
  readonly phoneUrl: string;
  readonly market: Market;
}

interface Run {
  /** Ends when the demo has ended; the demo ends when its standard input is closed. */
  readonly keeper: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly exited: Promise<void>;
  /** Process ids of the server with its launcher, and of the marketplaces, which outlive a launcher that is killed. */
  readonly server: number;
  readonly marketplaces: number;
  readonly deskUrl: string;
  readonly phoneUrl: string;
}

/** The product as `npm start` runs it, on a data directory of its own. */
export class Demo implements RunningDemo {
  readonly #folder: string;
  readonly #port: number;
  #run: Run;

  private constructor(folder: string, port: number, run: Run) {
    this.#folder = folder;
    this.#port = port;
    this.#run = run;
  }

  static async start(): Promise<Demo> {
    const folder = folderInMemory('demo');
    try {
      const port = await freePorts(PORTS);
      return new Demo(folder, port, await run(folder, port));
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The same address before and after a crash; so is the phone's. */
  get deskUrl(): string {
    return this.#run.deskUrl;
  }
  get phoneUrl(): string {
    return this.#run.phoneUrl;
  }
  /** Where its database and its files lie. */
  get folder(): string {
    return this.#folder;
  }
  /** What the marketplaces themselves hold. */
  get market(): Market {
    return new Market(this.#run.phoneUrl);
  }

  /** Kills the server and the marketplaces; the database outlives them. */
  async crash(): Promise<void> {
    const { exited, server, marketplaces } = this.#run;
    process.kill(server, 'SIGKILL');
    await exited;
    await kill(marketplaces, SIMULATOR);
  }

  /** Starts the demo again after a crash, on the same data and the same address. */
  async startAgain(): Promise<void> {
    this.#run = await run(this.#folder, this.#port);
  }

  /** Stops the demo as Ctrl-C does. @throws Error when it did not end cleanly. */
  async stop(): Promise<void> {
    const { keeper, exited, server, marketplaces } = this.#run;
    try {
      keeper.stdin.end();
      await within(exited, 'the demo to stop', STOP_WITHIN_MS);
    } finally {
      await kill(server, LAUNCHER);
      await kill(marketplaces, SIMULATOR);
      stopDatabase(this.#folder);
      rmSync(this.#folder, { recursive: true, force: true });
    }
    if (keeper.exitCode !== 0) throw new Error(`the demo ended with ${keeper.exitCode}`);
  }
}

async function run(folder: string, port: number): Promise<Run> {
  const keeper = spawn(NODE, [KEEPER], {
    cwd: ROOT,
    env: {
      ...process.env,
      // The NODE_ENV of vitest must not reach the product.
      NODE_ENV: undefined,
      PASAR_PORT: String(port),
      PASAR_SIMULATOR_PORT: String(port + 1),
      // A journey looks an order up and finds it as it was.
      PASAR_SIMULATOR_ORDERS: 'still',
      // A journey writes for the buyers itself.
      PASAR_SIMULATOR_BUYERS: 'still',
      PASAR_DATA: folder,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((done) => keeper.once('exit', () => done()));
  const ready = new Promise<z.infer<typeof table>>((done, fail) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (!said.includes('Ready in')) return;
      const urlAfter = (words: string) => said.split(words)[1]?.trim().split(/\s/)[0];
      const parsed = table.safeParse({ desk: urlAfter('The desk'), phone: urlAfter("The buyer's phone") });
      if (parsed.success) done(parsed.data);
    };
    keeper.stdout.on('data', hear);
    keeper.stderr.on('data', hear);
    keeper.once('error', fail);
    void exited.then(() => fail(new Error(`the demo ended before it was ready:\n${said.slice(-2_000)}`)));
  });
  try {
    const { desk, phone } = await within(ready, 'the demo to be ready', START_WITHIN_MS);
    const server = childOf(keeper.pid, LAUNCHER);
    const marketplaces = childOf(server, SIMULATOR);
    return { keeper, exited, server, marketplaces, deskUrl: desk, phoneUrl: phone };
  } catch (error) {
    keeper.stdin.end();
    await exited;
    throw error;
  }
}

/**
 * The first of `count` consecutive ports that were free a moment ago. After a crash the demo must come back on the same
 * ports.
 */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = randomInt(10_000, 32_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`no ${count} ports in a row are free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** Kills a process and resolves when it is gone. Leaves a process alone that got the same id later, by its command. */
async function kill(pid: number, command: string): Promise<void> {
  await eventually(async () => {
    if (!commandOf(pid).includes(command)) return true;
    process.kill(pid, 'SIGKILL');
    return null;
  }, `${command} to die`);
}

/** A demo that was killed leaves its database running; this stops it. */
function stopDatabase(folder: string): void {
  const file = join(folder, 'postgres/postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (commandOf(pid).includes(folder)) process.kill(pid, 'SIGINT');
}

/**
 * The id of the child process that runs this command. Reads the process table of Linux, the only system of these tests.
 */
function childOf(pid: number | undefined, command: string): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
  const found = children.find((child) => commandOf(child).includes(command));
  if (found === undefined) throw new Error(`the demo runs without ${command}`);
  return found;
}

/** The command line of a process; empty when there is no such process. */
function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
