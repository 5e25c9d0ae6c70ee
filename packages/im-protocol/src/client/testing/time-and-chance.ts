/** For tests: a clock that the test moves, and randomness decided by a seed. */
import type { ClockPort, RandomPort } from '../ports.ts';

export interface Chance extends RandomPort {
  /** True with this probability. */
  hit(probability: number): boolean;
  /** A whole number from 0 to `below` - 1. */
  upTo(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** The generator mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (below: number): number => Math.floor(next() * below);
  return {
    next,
    upTo,
    hit: (probability) => next() < probability,
    pick: (items) => {
      const item = items[upTo(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

export interface VirtualTime extends ClockPort {
  /** Runs due timers until `until` and lets promises settle after each; stops early when `isDone` gives true. */
  run(until: number, isDone: () => boolean): Promise<boolean>;
  readonly timers: number;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createVirtualTime(startMs: number): VirtualTime {
  let now = startMs;
  let order = 0;
  /** Sorted by falling time, so that the next timer is popped from the end. */
  const timers: Timer[] = [];
  const isBefore = (one: Timer, other: Timer): boolean =>
    one.at < other.at || (one.at === other.at && one.order < other.order);
  return {
    now: () => now,
    after: (delayMs, run) => {
      const timer: Timer = { at: now + Math.max(0, Math.round(delayMs)), order, run };
      order += 1;
      let place = timers.length;
      while (place > 0) {
        const before = timers[place - 1];
        if (before === undefined || isBefore(timer, before)) break;
        place -= 1;
      }
      timers.splice(place, 0, timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    run: async (until, isDone) => {
      await settle();
      while (!isDone()) {
        const next = timers.at(-1);
        if (next === undefined || next.at > until) {
          now = until;
          return isDone();
        }
        timers.pop();
        now = next.at;
        next.run();
        await settle();
      }
      return true;
    },
    get timers() {
      return timers.length;
    },
  };
}
