import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import pLimit, { type LimitFunction } from 'p-limit';

/** Logins and openings of streams that a process has under way at a time. */
export const HANDSHAKES_AT_ONCE = 50;
/** How many of them may be one marketplace's: what hangs there leaves turns for the others. Ours. */
export const HANDSHAKES_OF_ONE = 30;

/**
 * The turns at which connections log in and open their streams and people sign in, first come first served within each
 * marketplace: when everything was lost at once, a marketplace is not asked for everything at once.
 */
export class Handshakes {
  readonly #all: LimitFunction;
  readonly #shares: ReadonlyMap<Marketplace, LimitFunction>;

  constructor(atOnce: number, ofOne: number) {
    this.#all = pLimit(atOnce);
    this.#shares = new Map(MARKETPLACES.map((marketplace) => [marketplace, pLimit(ofOne)]));
  }

  /** What `act` gives when its turn has come; null when `signal` aborted before that. An act that has begun is waited for. */
  async take<Value>(marketplace: Marketplace, signal: AbortSignal, act: () => Promise<Value>): Promise<Value | null> {
    if (signal.aborted) return null;
    const given = Promise.withResolvers<null>();
    let hasBegun = false;
    const giveUp = () => {
      if (!hasBegun) given.resolve(null);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const begin = async () => {
        if (signal.aborted) return null;
        hasBegun = true;
        return act();
      };
      // the share first: who waits for the own marketplace keeps nobody else waiting.
      const turn = this.#inShare(marketplace, () => this.#all(begin));
      return await Promise.race([turn, given.promise]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #inShare<Value>(marketplace: Marketplace, act: () => Promise<Value>): Promise<Value> {
    const share = this.#shares.get(marketplace);
    if (share === undefined) throw new Error(`no turns for ${marketplace}`);
    return share(act);
  }
}
