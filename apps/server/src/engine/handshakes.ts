import pLimit, { type LimitFunction } from 'p-limit';

/** Logins and openings of streams that a process has under way at a time. */
export const HANDSHAKES_AT_ONCE = 50;

/**
 * The turns at which connections log in and open their streams, first come first served: when everything was lost at
 * once, a marketplace is not asked for everything at once.
 */
export class Handshakes {
  readonly #limit: LimitFunction;

  constructor(atOnce: number) {
    this.#limit = pLimit(atOnce);
  }

  /** What `act` gives when its turn has come; null when `signal` aborted before that. An act that has begun is waited for. */
  async take<Value>(signal: AbortSignal, act: () => Promise<Value>): Promise<Value | null> {
    if (signal.aborted) return null;
    const given = Promise.withResolvers<null>();
    let hasBegun = false;
    const giveUp = () => {
      if (!hasBegun) given.resolve(null);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const turn = this.#limit(async () => {
        if (signal.aborted) return null;
        hasBegun = true;
        return act();
      });
      return await Promise.race([turn, given.promise]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}
