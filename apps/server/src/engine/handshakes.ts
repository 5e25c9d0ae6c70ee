import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import pLimit, { type LimitFunction } from 'p-limit';

/** How many logins and openings of streams a process has under way at the same time (our choice). */
export const HANDSHAKES_AT_ONCE = 50;
/** How many of them may be for one marketplace, so that one that hangs leaves turns for the others (our choice). */
export const HANDSHAKES_OF_ONE = 30;

/**
 * The turns for logins of connections, openings of streams and sign-ins, first come first served within each
 * marketplace. After all connections are lost at once, a marketplace does not get all logins at once.
 */
export class Handshakes {
  readonly #all: LimitFunction;
  readonly #shares: ReadonlyMap<Marketplace, LimitFunction>;

  constructor(atOnce: number, ofOne: number) {
    this.#all = pLimit(atOnce);
    this.#shares = new Map(MARKETPLACES.map((marketplace) => [marketplace, pLimit(ofOne)]));
  }

  /**
   * Waits for a turn and answers the result of `act`; null when `signal` aborted before the turn came. An `act` that
   * has begun is always awaited.
   */
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
      // The marketplace's own share first: waiting for it takes no turn from the other marketplaces.
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
