/**
 * Looks for work when it is woken, and after a while in any case. There are never two looks at once: one that is asked
 * for during another follows it.
 */
export class WokenLoop {
  readonly #look: () => Promise<void>;
  readonly #everyMs: number;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(look: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void) {
    this.#look = look;
    this.#everyMs = everyMs;
    this.#onFailure = onFailure;
  }

  wake(): void {
    if (this.#isStopped) return;
    if (this.#underWay !== null) {
      this.#isAskedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#underWay = this.#look()
      .catch(this.#onFailure)
      .finally(() => this.#rest());
  }

  #rest(): void {
    this.#underWay = null;
    if (this.#isStopped) return;
    const isAskedAgain = this.#isAskedAgain;
    this.#isAskedAgain = false;
    if (isAskedAgain) this.wake();
    else this.#timer = setTimeout(() => this.wake(), this.#everyMs);
  }

  /** Resolves when the look under way is over; no other follows. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#underWay;
  }
}
