import type { Clock } from '../src/index.ts';

/** A clock that stands still; a timer runs when the test fires it. */
export interface ManualClock extends Clock {
  /** Delays of the timers that wait. */
  delays(): readonly number[];
  /** Runs the timers that were set with this delay. */
  fire(delayMs: number): void;
}

export function createManualClock(): ManualClock {
  const timers = new Map<symbol, { readonly delayMs: number; readonly run: () => void }>();
  return {
    now: () => 0,
    after(delayMs, run) {
      const id = Symbol(`${delayMs}`);
      timers.set(id, { delayMs, run });
      return () => void timers.delete(id);
    },
    delays: () => [...timers.values()].map(({ delayMs }) => delayMs),
    fire(delayMs) {
      for (const [id, timer] of [...timers]) {
        if (timer.delayMs !== delayMs) continue;
        timers.delete(id);
        timer.run();
      }
    },
  };
}
