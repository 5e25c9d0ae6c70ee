import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type Clock, systemClock } from '@pasar/bridge';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/server.ts';

/**
 * A real server process whose timers run faster and which stops itself at a step on command. It is composed here, so
 * that the product contains no code for it. Commands come over the process's IPC channel.
 */
const order = z.object({
  arm: z.object({
    step: z.string(),
    marketplace: z.string().nullable(),
    signal: z.enum(['SIGKILL', 'SIGSTOP']),
    /** A file that the process makes which comes to the step first; the other ones that are armed with it go on. */
    once: z.string(),
    /** The process stops when the step comes for this time. */
    times: z.number().int().min(1),
  }),
});
const RATE = Number(process.env.VICTIM_CLOCK_RATE ?? '1');

let armed: z.infer<typeof order>['arm'] | null = null;
process.on('message', (message) => {
  armed = order.parse(message).arm;
  process.send?.({ armed: armed.step });
});

function isFirst(once: string): boolean {
  try {
    writeFileSync(once, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Real time, but waits end sooner. */
const fastTimers: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => systemClock.after(delayMs / RATE, run),
};

const server = await startServer({
  config: readConfig(process.env),
  version: '0.0.0',
  webFolder: null,
  demoLogin: null,
  say: () => undefined,
  clock: fastTimers,
  doubt: { windowMs: 150_000 / RATE / 2, lookIntervalMs: 5_000 / RATE },
  onStep: (step, marketplace) => {
    if (armed?.step !== step || (armed.marketplace !== null && armed.marketplace !== marketplace)) return;
    const { signal, once, times } = armed;
    if (times > 1) {
      armed = { ...armed, times: times - 1 };
      return;
    }
    armed = null;
    if (isFirst(once)) process.kill(process.pid, signal);
  },
});
process.on('SIGTERM', () => {
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
// The same program starts hundreds of times: the compile cache of one process serves the next, even when the first is
// killed.
flushCompileCache();
process.send?.({ url: server.url });
