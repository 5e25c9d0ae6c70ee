import type { Clock } from '@pasar/bridge';

/** The pauses of one session. Closing the session ends them all, so that no timer outlives it. */
export class Pauses {
  readonly #clock: Clock;
  readonly #open = new Set<() => void>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True after the delay, false as soon as the session is closed. */
  pause(delayMs: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const cancel = this.#clock.after(delayMs, () => {
        this.#open.delete(end);
        resolve(true);
      });
      const end = (): void => {
        cancel();
        resolve(false);
      };
      this.#open.add(end);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#open) end();
    this.#open.clear();
  }
}
