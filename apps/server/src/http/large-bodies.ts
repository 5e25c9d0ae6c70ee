/** How much of large bodies is held at the same time, and how long a request waits for its turn. */
export interface BodyLimits {
  readonly mostBytes: number;
  readonly waitMs: number;
}

/**
 * A body takes a few times its bytes: as bytes, as text and as parsed values. A request that has waited this long is
 * refused; its client may repeat it (our choice).
 */
export const LARGE_BODIES: BodyLimits = { mostBytes: 32 * 1024 * 1024, waitMs: 20_000 };

/** The part of a response that tells when it is over. */
interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Lets large bodies in, one after the other as far as they do not fit into the memory that is meant for them. A request
 * that waits has not been read; a request whose browser has left is not read at all.
 */
export class LargeBodies {
  readonly #limits: BodyLimits;
  readonly #waiting = new Set<Waiting>();
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Resolves with whether the body may be read. It counts until the response is over. */
  async enter(bytes: number, response: Closing): Promise<boolean> {
    const isIn = (this.#waiting.size === 0 && this.#take(bytes)) || (await this.#wait(bytes, response));
    if (!isIn) return false;
    const leave = () => {
      this.#held -= bytes;
      this.#letIn();
    };
    // The browser may have left since its turn came.
    if (response.closed) leave();
    else response.once('close', leave);
    return true;
  }

  async #wait(bytes: number, response: Closing): Promise<boolean> {
    const turn = Promise.withResolvers<boolean>();
    const waiting: Waiting = { bytes, begin: () => turn.resolve(true) };
    const giveUp = () => {
      // Not when the turn has come meanwhile.
      if (this.#waiting.delete(waiting)) turn.resolve(false);
    };
    this.#waiting.add(waiting);
    const late = setTimeout(giveUp, this.#limits.waitMs);
    response.once('close', giveUp);
    const isIn = await turn.promise;
    clearTimeout(late);
    response.off('close', giveUp);
    return isIn;
  }

  /** False when the bytes do not fit now. A body larger than the whole limit is let in alone. */
  #take(bytes: number): boolean {
    if (this.#held > 0 && this.#held + bytes > this.#limits.mostBytes) return false;
    this.#held += bytes;
    return true;
  }

  #letIn(): void {
    for (const next of this.#waiting) {
      if (!this.#take(next.bytes)) return;
      this.#waiting.delete(next);
      next.begin();
    }
  }
}
