import type { ReadingView } from '@pasar/api';

/** What the readings of all shops come to. */
export interface Reading {
  readonly shops: number;
  readonly running: readonly ReadingView[];
  readonly failed: readonly ReadingView[];
  readonly waiting: readonly ReadingView[];
  /** How much of the reading that goes on is done, 0 to 1; null where it cannot be told. */
  readonly progress: number | null;
  /** Orders that the running readings have found so far. */
  readonly found: number;
  readonly unreadable: number;
  /** Every shop that was ever read is at least as new as this; null where none was. */
  readonly readAt: number | null;
  /** When the next shop is read by itself. */
  readonly nextAt: number | null;
}

const least = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

export function readingOf(readings: readonly ReadingView[]): Reading {
  const of = (state: ReadingView['state']) => readings.filter((reading) => reading.state === state);
  const running = of('running');
  const parts = running.flatMap(({ progress }) => (progress === null ? [] : [progress]));
  return {
    shops: readings.length,
    running,
    failed: of('failed'),
    waiting: of('waiting'),
    progress: parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0) / running.length,
    found: running.reduce((sum, { found }) => sum + found, 0),
    unreadable: readings.reduce((sum, { unreadable }) => sum + unreadable, 0),
    readAt: least(of('done').map(({ endedAt }) => endedAt)),
    nextAt: least(readings.map(({ nextAt }) => nextAt)),
  };
}
