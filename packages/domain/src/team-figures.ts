import { createClockOf } from './statistics.ts';

/** A buyer who writes after so much silence on both sides waits for a first answer (our choice). */
export const FIRST_ANSWER_AFTER_MS = 86_400_000;

/** An answered buyer who orders at the shop within so much time is a conversion (our choice: a day). */
export const ORDERED_WITHIN_MS = 86_400_000;

const HOUR_MS = 3_600_000;

/** A stretch of time within one hour of the clock on the wall. */
export interface WallHour {
  readonly from: number;
  /** 0 to 23. */
  readonly hour: number;
}

/**
 * The hours of a time zone's wall clock between two moments, in order; the first begins at `from`. Where the clock is put
 * back, an hour of the clock comes twice. Null for an unknown zone.
 */
export function wallHours(timeZone: string, from: number, to: number): readonly WallHour[] | null {
  const clock = createClockOf(timeZone);
  if (clock === null) return null;
  const hours: WallHour[] = [];
  for (let at = from; at < to; ) {
    const wall = clock(at);
    hours.push({ from: at, hour: new Date(wall).getUTCHours() });
    at += HOUR_MS - (((wall % HOUR_MS) + HOUR_MS) % HOUR_MS);
  }
  return hours;
}
