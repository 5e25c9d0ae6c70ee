import type { Clock } from '../clock.ts';

/** A clock that moves when the test says so. */
export interface ManualClock extends Clock {
  /** Moves the time and runs the timers that are due, in order. */
  advance(ms: number): void;
  /** The number of waiting timers. */
  waiting(): number;
}

export function createManualClock(start = 1_000_000): ManualClock {
  let now = start;
  let lastId = 0;
  const timers = new Map<number, { readonly at: number; readonly task: () => void }>();
  return {
    now: () => now,
    after(delayMs, task) {
      lastId += 1;
      const id = lastId;
      timers.set(id, { at: now + delayMs, task });
      return () => {
        timers.delete(id);
      };
    },
    waiting: () => timers.size,
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0]);
        const next = due[0];
        if (next === undefined) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].task();
      }
      now = end;
    },
  };
}
