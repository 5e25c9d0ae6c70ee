import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * The answer of a measured process to `use`: milliseconds of CPU since its start, and memory after a garbage
 * collection.
 */
export const usage = z.object({ cpuMs: z.number(), rssBytes: z.number(), heapBytes: z.number() });
export type Usage = z.infer<typeof usage>;

const asked = z.object({ id: z.number(), question: z.string(), about: z.unknown() });
const answered = z.object({ id: z.number(), value: z.unknown(), error: z.string().nullable() });

/** A child process of the bench, which answers over the IPC channel. */
export interface Child {
  ask<Shape extends z.ZodType>(shape: Shape, question: string, about?: unknown): Promise<z.output<Shape>>;
  /** Sends a message that has no answer. */
  say(message: Readonly<Record<string, unknown>>): void;
  /** Asks the process to end, and waits until it has ended. */
  stop(): Promise<void>;
  /** Kills the process without letting it clean up. */
  kill(): Promise<void>;
}

const READY = z.object({ ready: z.literal(true) });

/** Starts a program; resolves when the program is ready to answer. */
export async function startChild(file: URL, env: Readonly<Record<string, string>> = {}): Promise<Child> {
  const child = fork(fileURLToPath(file), {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const ready = Promise.withResolvers<void>();
  const ended = whenEnded(child, (error) => {
    ready.reject(error);
    for (const one of waiting.values()) one.reject(error);
  });
  child.on('message', (message) => {
    if (READY.safeParse(message).success) return ready.resolve();
    const { id, value, error } = answered.parse(message);
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === null) one?.resolve(value);
    else one?.reject(new Error(`${file.pathname}: ${error}`));
  });
  await ready.promise;
  let lastId = 0;
  return {
    async ask(shape, question, about = null) {
      lastId += 1;
      const one = Promise.withResolvers<unknown>();
      waiting.set(lastId, one);
      child.send({ id: lastId, question, about });
      return shape.parse(await one.promise);
    },
    say(message) {
      child.send({ ...message });
    },
    async stop() {
      child.disconnect();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function whenEnded(child: ChildProcess, onEnd: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      onEnd(new Error(`the process ended (${signal ?? code})`));
      resolve();
    });
  });
}

export type Answers = Readonly<Record<string, (about: unknown) => unknown>>;

/** The child's side: answers the bench's questions and ends when the bench ends. `use` is answered here. */
export function answerParent(answers: Answers, close: () => Promise<void>): void {
  const all: Answers = { use: measure, ...answers };
  process.on('message', (message) => {
    const order = asked.safeParse(message);
    // A message without an id has no answer; the program may listen for it by itself.
    if (!order.success) return;
    const { id, question, about } = order.data;
    const answer = async () => {
      const find = all[question];
      if (find === undefined) throw new Error(`nobody answers "${question}"`);
      return find(about);
    };
    answer().then(
      (value) => process.send?.({ id, value: value ?? null, error: null }),
      (error) => process.send?.({ id, value: null, error: String(error) }),
    );
  });
  process.once('disconnect', () => {
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send?.({ ready: true });
}

let measuringMs = 0;
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Excludes the CPU that measuring itself takes. */
function measure(): Usage {
  const before = cpuMs();
  // Two collections: the second frees the objects that the first finalises.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const usedMs = before - measuringMs;
  measuringMs += cpuMs() - before;
  return { cpuMs: usedMs, rssBytes: rss, heapBytes: heapUsed + external };
}
