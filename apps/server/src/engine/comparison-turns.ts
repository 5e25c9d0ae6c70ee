import { OWN_LIMITS } from '@pasar/domain';

const SPACING_MS = 3_600_000 / OWN_LIMITS.comparisonsPerHour;

/**
 * The budget of comparisons for each host of a marketplace, shared by all connections of a process. Comparisons by the
 * clock get their turns in the order in which they ask, so that every shop has the same share when there are too many.
 * A comparison after an occasion does not wait, but takes its part of the budget.
 */
export class ComparisonTurns {
  readonly #freeAt = new Map<string, number>();

  /** Takes the next turns, one for each of `shops`; answers the time of the first. */
  take(host: string, shops: number, now: number): number {
    const at = Math.max(now, this.#freeAt.get(host) ?? 0);
    this.#freeAt.set(host, at + shops * SPACING_MS);
    return at;
  }
}
