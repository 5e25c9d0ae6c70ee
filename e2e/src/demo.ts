import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from '@pasar/testing';
import { z } from 'zod';
import { Market } from './market.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
/** Building the web client on a busy machine takes most of it. Milliseconds. */
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;
/** The desk, the buyer's phone and three marketplaces. */
const PORTS = 5;

/** What the demo prints when everything is up: where the desk and the phone are. */
const table = z.object({ desk: z.url(), phone: z.url() });

interface Run {
  readonly process: ChildProcess;
  readonly exited: Promise<void>;
  readonly deskUrl: string;
  readonly phoneUrl: string;
}

/** The product as `npm start` runs it, on a data directory of its own. */
export class Demo {
  readonly #folder: string;
  readonly #port: number;
  #run: Run;

  private constructor(folder: string, port: number, run: Run) {
    this.#folder = folder;
    this.#port = port;
    this.#run = run;
  }

  static async start(): Promise<Demo> {
    const folder = mkdtempSync(join(tmpdir(), 'pasar-e2e-'));
    try {
      const port = await freePorts(PORTS);
      return new Demo(folder, port, await run(folder, port));
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
  }

  /** Both addresses are the same before and after a crash. */
  get deskUrl(): string {
    return this.#run.deskUrl;
  }
  get phoneUrl(): string {
    return this.#run.phoneUrl;
  }
  /** The marketplaces' side of the truth. */
  get market(): Market {
    return new Market(this.#run.phoneUrl);
  }

  /** The server and the marketplaces die without a word; the database outlives them. */
  async crash(): Promise<void> {
    const { process: launcher, exited } = this.#run;
    const simulators = childrenOf(launcher.pid ?? 0).filter((pid) => commandOf(pid).includes('apps/simulator'));
    launcher.kill('SIGKILL');
    await exited;
    for (const pid of simulators) process.kill(pid, 'SIGKILL');
  }

  /** After a crash: the same data, the same address of the desk. */
  async startAgain(): Promise<void> {
    this.#run = await run(this.#folder, this.#port);
  }

  /** As Ctrl-C does. @throws Error when it did not end cleanly. */
  async stop(): Promise<void> {
    const { process: launcher, exited } = this.#run;
    try {
      launcher.kill('SIGINT');
      await within(exited, 'the demo to stop', STOP_WITHIN_MS);
    } finally {
      launcher.kill('SIGKILL');
      stopDatabase(this.#folder);
      rmSync(this.#folder, { recursive: true, force: true });
    }
    if (launcher.signalCode === null && launcher.exitCode !== 0) {
      throw new Error(`the demo ended with ${launcher.exitCode}`);
    }
  }
}

async function run(folder: string, port: number): Promise<Run> {
  const launcher = spawn(NODE, [join(ROOT, 'tools/src/demo.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      // vitest's own must not make the product think that it is under test.
      NODE_ENV: undefined,
      PASAR_PORT: String(port),
      PASAR_SIMULATOR_PORT: String(port + 1),
      PASAR_DATA: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((done) => launcher.once('exit', () => done()));
  const ready = new Promise<z.infer<typeof table>>((done, fail) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (!said.includes('Ready in')) return;
      const urlAfter = (words: string) => said.split(words)[1]?.trim().split(/\s/)[0];
      const parsed = table.safeParse({ desk: urlAfter('The desk'), phone: urlAfter("The buyer's phone") });
      if (parsed.success) done(parsed.data);
    };
    launcher.stdout.on('data', hear);
    launcher.stderr.on('data', hear);
    launcher.once('error', fail);
    void exited.then(() => fail(new Error(`the demo ended before it was ready:\n${said.slice(-2_000)}`)));
  });
  try {
    const { desk, phone } = await within(ready, 'the demo to be ready', START_WITHIN_MS);
    return { process: launcher, exited, deskUrl: desk, phoneUrl: phone };
  } catch (error) {
    launcher.kill('SIGKILL');
    throw error;
  }
}

/**
 * The first of so many ports in a row that nobody listened on a moment ago: after a crash everything must come back on
 * the same ones.
 */
async function freePorts(count: number): Promise<number> {
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

/** A demo that crashed for good leaves its database behind. */
function stopDatabase(folder: string): void {
  const file = join(folder, 'postgres/postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (commandOf(pid).includes(folder)) process.kill(pid, 'SIGINT');
}

/** ours: by the process table of Linux, where these journeys run. */
function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
}

/** The command line of a process; empty when there is no such process. */
function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
