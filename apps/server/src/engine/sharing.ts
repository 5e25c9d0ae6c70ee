/** How the processes with an engine share the connections out among themselves. */

/** In one round, which comes every second, a process hands over at most this part of its share (our choice). */
const PART_OF_SHARE = 0.01;

/** A process and how many connections it serves. */
export interface Holding {
  readonly holder: string;
  readonly held: number;
}

const shareOf = (mine: Holding, others: readonly Holding[]): number =>
  Math.ceil(others.reduce((sum, { held }) => sum + held, mine.held) / (others.length + 1));

/**
 * How many connections this process takes of those that others hand over: none while another serves fewer, so that a
 * process never takes back what it gave.
 */
export const roomOf = (mine: Holding, others: readonly Holding[]): number =>
  others.some(({ held }) => held < mine.held) ? 0 : Math.max(1, shareOf(mine, others) - mine.held);

/**
 * How many connections this process hands over in this round. None while no process serves at least two fewer, so that
 * shares that cannot be equal do not wander. Where several processes could give the last one, the first of them does.
 */
export function toHandOver(mine: Holding, others: readonly Holding[]): number {
  const all = others.map(({ held }) => held);
  if (mine.held - Math.min(mine.held, ...all) < 2) return 0;
  const share = shareOf(mine, others);
  if (mine.held > share) return Math.min(mine.held - share, Math.max(1, Math.ceil(share * PART_OF_SHARE)));
  const isBefore = ({ held, holder }: Holding) => held > mine.held || (held === mine.held && holder < mine.holder);
  return others.some(isBefore) ? 0 : 1;
}
