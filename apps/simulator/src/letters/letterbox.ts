/** What arrives by mail and by short message, whoever it is for. Kept in memory. */

export interface Letter {
  readonly to: string;
  readonly channel: 'mail' | 'sms';
  /** Empty for a short message. */
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The oldest go first. */
const MOST_LETTERS = 200;

export class Letterbox {
  readonly #now: () => number;
  #letters: readonly Letter[] = [];
  /** Whether the mail server and the gateway refuse what they are given. */
  isRefusing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The newest first. */
  get letters(): readonly Letter[] {
    return this.#letters;
  }

  put(letter: Omit<Letter, 'at'>): void {
    this.#letters = [{ ...letter, at: this.#now() }, ...this.#letters].slice(0, MOST_LETTERS);
  }
}
