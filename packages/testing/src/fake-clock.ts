import type { Clock } from '@pasar/bridge';

export interface FakeClock extends Clock {
  /** Advances the time; due timers run in the order of their time, including timers that are set meanwhile. */
  advance(delayMs: number): void;
  /** Number of timers that wait. */
  readonly pending: number;
  /** Resolves when a timer of exactly this length is set; at once when such a timer is already set. */
  timerOf(delayMs: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly delayMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock that only moves when a test advances it. Milliseconds since the epoch. */
export function createFakeClock(startsAt: number = Date.UTC(2026, 10, 21)): FakeClock {
  const timers = new Set<Timer>();
  const watchers: { readonly delayMs: number; readonly resolve: () => void }[] = [];
  let now = startsAt;
  let order = 0;

  const nextDue = (until: number): Timer | null =>
    [...timers]
      .filter(({ at }) => at <= until)
      .sort((left, right) => left.at - right.at || left.order - right.order)
      .at(0) ?? null;

  return {
    now: () => now,
    after(delayMs, run) {
      order += 1;
      const timer: Timer = { at: now + delayMs, delayMs, order, run };
      timers.add(timer);
      for (const watcher of watchers) if (watcher.delayMs === delayMs) watcher.resolve();
      return () => void timers.delete(timer);
    },
    advance(delayMs) {
      const until = now + delayMs;
      for (let due = nextDue(until); due !== null; due = nextDue(until)) {
        timers.delete(due);
        now = due.at;
        due.run();
      }
      now = until;
    },
    get pending() {
      return timers.size;
    },
    timerOf: (delayMs) =>
      new Promise((resolve) => {
        if ([...timers].some((timer) => timer.delayMs === delayMs)) resolve();
        else watchers.push({ delayMs, resolve });
      }),
  };
}
