import { networkOf } from '../network.ts';

/**
 * Wrong passwords that are answered within a minute; further attempts are refused unread. All numbers are our choice.
 */
const MOST_WRONG = {
  /** For one name, from one address. */
  atName: 20,
  /** The same, while the name is guessed from many addresses. */
  atGuessedName: 5,
  /** From one address, whatever the names. An office behind one address has many members. */
  fromAddress: 100,
};
const MINUTE_MS = 60_000;
/** A name counts as guessed after this many wrong passwords from all addresses in this time. */
const GUESSED = { after: 100, withinMs: 15 * MINUTE_MS };

/** An attempt at a login. It counts as wrong until it has succeeded, so that attempts at the same time count, too. */
export interface LoginAttempt {
  succeeded(): void;
}

/**
 * Limits the guessing of passwords. Each address has its own count for a name, so that a guesser elsewhere never keeps
 * the owner of the name from logging in. The counts are of this process.
 */
export class LoginLimits {
  readonly #atName: Counts;
  readonly #ofName: Counts;
  readonly #fromAddress: Counts;

  constructor(now: () => number) {
    this.#atName = new Counts(MINUTE_MS, now);
    this.#ofName = new Counts(GUESSED.withinMs, now);
    this.#fromAddress = new Counts(MINUTE_MS, now);
  }

  /** Null when the address has guessed too often. `name` is spelled as the database compares names. */
  begin(address: string, name: string): LoginAttempt | null {
    const from = networkOf(address);
    const at = `${from} ${name}`;
    const most = this.#ofName.of(name) < GUESSED.after ? MOST_WRONG.atName : MOST_WRONG.atGuessedName;
    if (this.#atName.of(at) >= most || this.#fromAddress.of(from) >= MOST_WRONG.fromAddress) return null;
    this.#atName.add(at, 1);
    this.#ofName.add(name, 1);
    this.#fromAddress.add(from, 1);
    return {
      succeeded: () => {
        this.#atName.forget(at);
        this.#ofName.add(name, -1);
        this.#fromAddress.add(from, -1);
      },
    };
  }
}

/** Most keys that are counted; beyond it the oldest are forgotten, so that many addresses take no more memory. */
const MOST_KEYS = 20_000;

/** Counts by key. A key's count starts anew when its time is over. */
class Counts {
  readonly #lifeMs: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, { count: number; readonly until: number }>();

  constructor(lifeMs: number, now: () => number) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  of(key: string): number {
    const held = this.#counts.get(key);
    return held !== undefined && held.until > this.#now() ? held.count : 0;
  }

  add(key: string, change: 1 | -1): void {
    const now = this.#now();
    const held = this.#counts.get(key);
    if (held !== undefined && held.until > now) {
      held.count = Math.max(0, held.count + change);
      return;
    }
    // Inserted at the end: the keys stay in the order of their times.
    this.#counts.delete(key);
    if (change > 0) this.#counts.set(key, { count: change, until: now + this.#lifeMs });
    for (const [oldest, { until }] of this.#counts) {
      if (until > now && this.#counts.size <= MOST_KEYS) return;
      this.#counts.delete(oldest);
    }
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
