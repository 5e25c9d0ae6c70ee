import type { Clock } from '@pasar/bridge';

/** While messages come, nothing is stored after a page for so many times as long as the page took (our choice). */
const REST_TIMES = 9;
/** However long a page took (our choice). */
const LONGEST_REST_MS = 1_000;
/** Windows are told so often that a list has come further (our choice). */
const TOLD_EVERY_MS = 5_000;

/** So many pages are stored at once while no messages come (our choice: it keeps two processors of the database busy). */
const AT_ONCE = 2;

/**
 * The order in which a process stores the pages that its logins read: few at once, and while messages come one after the
 * other with rests between them. Many logins that read their first 90 days at once would otherwise take the database's
 * processors, and each message would wait for them. The marketplaces are asked meanwhile.
 */
export class PageTurns {
  readonly #clock: Clock;
  readonly #areMessagesComing: () => boolean;
  readonly #toldAt = new Map<string, number>();
  /** Those who wait for their turn, the longest first. */
  readonly #waiting = new Set<() => void>();
  /** Turns that have not ended, with the rest after them. */
  #open = 0;

  constructor(clock: Clock, areMessagesComing: () => boolean) {
    this.#clock = clock;
    this.#areMessagesComing = areMessagesComing;
  }

  /**
   * Whether windows are told now that a list of an account has come further. If they were told of every page, each message
   * would wait for the pause that the live stream makes after every telling, and each window would ask for its list again.
   */
  isProgressTold(list: string): boolean {
    const now = this.#clock.now();
    if (now - (this.#toldAt.get(list) ?? Number.NEGATIVE_INFINITY) < TOLD_EVERY_MS) return false;
    this.#toldAt.set(list, now);
    return true;
  }

  /** Stores a page at its turn; null when `signal` is aborted before. */
  async take<Value>(signal: AbortSignal, store: () => Promise<Value>): Promise<Value | null> {
    if (!(await this.#hasCome(signal))) return null;
    const startedAt = this.#clock.now();
    try {
      return await store();
    } finally {
      const restMs = Math.min((this.#clock.now() - startedAt) * REST_TIMES, LONGEST_REST_MS);
      if (this.#areMessagesComing()) this.#clock.after(restMs, () => this.#end());
      else this.#end();
    }
  }

  /** False: the signal was aborted before the turn came. A page that need not wait is stored in any case. */
  #hasCome(signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const giveUp = (): void => {
      if (this.#waiting.delete(begin)) resolve(false);
    };
    const begin = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(true);
    };
    this.#waiting.add(begin);
    this.#goOn();
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  }

  #end(): void {
    this.#open -= 1;
    this.#goOn();
  }

  #goOn(): void {
    for (const begin of this.#waiting) {
      if (this.#open >= (this.#areMessagesComing() ? 1 : AT_ONCE)) return;
      this.#waiting.delete(begin);
      this.#open += 1;
      begin();
    }
  }
}
