import { type Position, parsePosition } from '@pasar/domain';

/**
 * Positions are send times, because the marketplace's own read marks (`selfPosition`, `toPosition`, the read call's
 * `timestamp`) are times and must be comparable with them. A position is the time in milliseconds times 1000, which
 * leaves room between two positions. Messages of the same millisecond share a position, and their ids tell them apart.
 */
export function positionOfTime(milliseconds: number): Position | null {
  return Number.isSafeInteger(milliseconds) && milliseconds >= 0
    ? parsePosition((BigInt(milliseconds) * 1_000n).toString())
    : null;
}

export const timeOfPosition = (position: Position): number => Number(BigInt(position) / 1_000n);
