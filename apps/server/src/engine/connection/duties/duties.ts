import { Timetable } from '../timetable.ts';
import type { Duty, LiveSession, Occasion } from './duty.ts';
import { DUTIES } from './table.ts';

/** Carries out the duties of one connection. Each has its own loop, so that a slow duty does not hold up the others. */
export class Duties {
  readonly #wakes = new Timetable();

  /** An occasion that comes before or between sessions is remembered for the next session. */
  wake(occasion: Occasion): void {
    for (const [name, { wokenBy }] of Object.entries(DUTIES)) if (wokenBy.includes(occasion)) this.#wakes.wake(name);
  }

  /**
   * Begins the duties of a session; those of an earlier session must have ended. Returns one promise for each duty. It
   * resolves when the session is over or the lease is lost, and rejects when the duty throws.
   */
  begin(live: LiveSession): Promise<void>[] {
    return Object.entries(DUTIES).map(([name, duty]) => this.#repeat(name, duty, live));
  }

  /** Wakes all duties, so that each sees at once that the session is over. */
  end(): void {
    for (const name of Object.keys(DUTIES)) this.#wakes.wake(name);
  }

  async #repeat(name: string, duty: Duty, live: LiveSession): Promise<void> {
    const { context, signal } = live;
    const round = duty.begin(live);
    let isWoken = true;
    while (!signal.aborted && context.isHeld()) {
      const waitMs = await round(isWoken);
      isWoken = await this.#wakes.next(name, waitMs, context.clock);
    }
  }
}
