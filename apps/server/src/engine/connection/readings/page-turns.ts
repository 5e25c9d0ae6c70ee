import type { Clock } from '@pasar/bridge';

/** While messages come, nothing is stored after a page for so many times as long as the page took (our choice). */
const REST_TIMES = 4;
/** However long a page took (our choice). */
const LONGEST_REST_MS = 1_000;
/** Windows are told so often that a list has come further (our choice). */
const TOLD_EVERY_MS = 3_000;

/**
 * The order in which a process stores the pages that its logins read: one after the other, and with rests between them while
 * messages come. Many logins that read their first 90 days at once would otherwise take the database's processors, and each
 * message would wait for them. The marketplaces are asked meanwhile.
 */
export class PageTurns {
  readonly #clock: Clock;
  readonly #areMessagesComing: () => boolean;
  readonly #toldAt = new Map<string, number>();
  #free: Promise<void> = Promise.resolve();

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
    const before = this.#free;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#free = before.then(() => over);
    if (!(await hasCome(before, signal))) {
      end();
      return null;
    }
    const startedAt = this.#clock.now();
    try {
      return await store();
    } finally {
      const restMs = Math.min((this.#clock.now() - startedAt) * REST_TIMES, LONGEST_REST_MS);
      if (this.#areMessagesComing()) this.#clock.after(restMs, end);
      else end();
    }
  }
}

/** False: the signal is aborted, and the turn has not come. */
async function hasCome(turn: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const { promise: aborted, resolve } = Promise.withResolvers<false>();
  const giveUp = (): void => resolve(false);
  signal.addEventListener('abort', giveUp, { once: true });
  const come = Promise.race([turn.then(() => true), aborted]);
  // A page that has come before the abort is stored when nothing is in its way.
  if (signal.aborted) setImmediate(giveUp);
  try {
    return await come;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
