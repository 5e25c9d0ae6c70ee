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

  /**
   * Resolves with true on a wake of `name`, and with false after `delayMs` unless it is null. At most one waiter for
   * each name.
   */
  next(name: string, delayMs: number | null, clock: Clock): Promise<boolean> {
    if (this.#woken.delete(name)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isWoken: boolean) => {
        cancel();
        if (this.#waiting.get(name) === wake) this.#waiting.delete(name);
        resolve(isWoken);
      };
      const wake = () => end(true);
      const cancel = delayMs === null ? () => undefined : clock.after(delayMs, () => end(false));
      this.#waiting.set(name, wake);
    });
  }
}
