import type { Mint } from './decision.ts';
import type { ImState } from './state.ts';
import type { IdSource, ServerClock } from './types.ts';

/** Ours: ids like the vendor's, with the milliseconds in the upper bits; indexes are microseconds. */
export const clockIds = (clock: ServerClock): IdSource => ({
  id: () => BigInt(clock.now()) << 22n,
  index: () => BigInt(clock.now()) * 1_000n,
});

/** IM-V3: ids and indexes above all others in the state, whatever the source proposes. For one decision. */
export function createMint(state: ImState, ids: IdSource): Mint {
  let { lastId, lastIndex } = state;
  const above = (proposed: bigint, last: bigint): bigint => (proposed > last ? proposed : last + 1n);
  return {
    id: () => {
      lastId = above(ids.id(), lastId);
      return lastId.toString();
    },
    index: () => {
      lastIndex = above(ids.index(), lastIndex);
      return lastIndex;
    },
  };
}
