import { type Position, parsePosition } from '@pasar/domain';

/**
 * Positions are send times: the marketplace's own read marks (`selfPosition`, `toPosition`, the read call's
 * `timestamp`) are times, so nothing else could be compared with them. A position is the time in milliseconds times
 * 1000, which leaves room between two of them; messages of the same millisecond share one and are told apart by id.
 */
export function positionOfTime(milliseconds: number): Position | null {
  return Number.isSafeInteger(milliseconds) && milliseconds >= 0
    ? parsePosition((BigInt(milliseconds) * 1_000n).toString())
    : null;
}

export const timeOfPosition = (position: Position): number => Number(BigInt(position) / 1_000n);
