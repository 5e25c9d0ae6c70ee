import type { Clock } from '@pasar/bridge';

/** Named waits, each ended by a wake or by a time. A wake without a waiter is remembered once for the next wait. */
export class Timetable {
  readonly #woken = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  wake(name: string): void {
    const resume = this.#waiting.get(name);
    if (resume) resume();
    else this.#woken.add(name);
  }

  /** Resolves on a wake of `name`, or after `delayMs` unless it is null. At most one waiter for each name. */
  next(name: string, delayMs: number | null, clock: Clock): Promise<void> {
    if (this.#woken.delete(name)) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        cancel();
        if (this.#waiting.get(name) === resume) this.#waiting.delete(name);
        resolve();
      };
      const cancel = delayMs === null ? () => undefined : clock.after(delayMs, resume);
      this.#waiting.set(name, resume);
    });
  }
}
