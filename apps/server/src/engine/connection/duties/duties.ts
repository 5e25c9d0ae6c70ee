import { Timetable } from '../timetable.ts';
import type { Duty, LiveSession, Occasion } from './duty.ts';
import { DUTIES } from './table.ts';

/** Carries out the duties of one connection, each at its own pace: a slow one holds up no other. */
export class Duties {
  readonly #wakes = new Timetable();

  /** An occasion before or between sessions is remembered for the next one. */
  wake(occasion: Occasion): void {
    for (const [name, { wokenBy }] of Object.entries(DUTIES)) if (wokenBy.includes(occasion)) this.#wakes.wake(name);
  }

  /**
   * One promise for each duty: it resolves when the session is over or the lease is lost, and rejects where the duty throws.
   * The duties of an earlier session have ended.
   */
  begin(live: LiveSession): Promise<void>[] {
    return Object.entries(DUTIES).map(([name, duty]) => this.#repeat(name, duty, live));
  }

  /** Lets each duty see at once that the session is over. */
  end(): void {
    for (const name of Object.keys(DUTIES)) this.#wakes.wake(name);
  }

  async #repeat(name: string, duty: Duty, live: LiveSession): Promise<void> {
    const { context, signal } = live;
    const round = duty.begin(live);
    while (!signal.aborted && context.isHeld()) {
      const waitMs = await round();
      await this.#wakes.next(name, waitMs, context.clock);
    }
  }
}
