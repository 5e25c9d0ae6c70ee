const MINUTE_MS = 60_000;
/** Calls of a token in a minute, in one process (our choice): far more than a person makes. */
const MOST_CALLS = 600;
/** Most tokens that are counted; beyond it the oldest are forgotten, so that invented tokens take no more memory. */
const MOST_TOKENS = 10_000;

/** Counts the calls of API tokens, so that a program that runs wild leaves the server to the people. */
export class TokenPace {
  readonly #now: () => number;
  readonly #counts = new Map<string, { count: number; readonly until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call of the token. False where it made too many in this minute. */
  admits(token: string): boolean {
    const held = this.#counts.get(token);
    if (held !== undefined && held.until > this.#now()) {
      held.count += 1;
      return held.count <= MOST_CALLS;
    }
    this.#counts.delete(token);
    this.#counts.set(token, { count: 1, until: this.#now() + MINUTE_MS });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_TOKENS && oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }
}
