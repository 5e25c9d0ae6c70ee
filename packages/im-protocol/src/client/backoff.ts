import type { RandomPort } from './ports.ts';

/**
 * Values are our choice: the vendor's client has no back-off; its check interval of 15 s is the upper bound (facts §6).
 */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}
export const DEFAULT_BACKOFF: Backoff = { baseMs: 500, capMs: 15_000 };

/** Full jitter: between 0 and the bound, which doubles with each attempt. `attempt` counts from 0. */
export const backoffMs = ({ baseMs, capMs }: Backoff, attempt: number, random: RandomPort): number =>
  Math.floor(random.next() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 30)));

/**
 * The pause between rounds of one call (facts §4.7): 500 + 100 a round + up to 100, at most 2000 ms. `round` counts
 * from 0.
 */
export const roundPauseMs = (round: number, random: RandomPort): number =>
  Math.min(2_000, 500 + 100 * round + Math.floor(random.next() * 100));
