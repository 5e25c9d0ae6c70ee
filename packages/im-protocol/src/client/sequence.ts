/** Sequence ids of one shop, over all its sockets and the HTTP twin: rising by one, never 0 (facts §4.3). */
export interface SequenceIds {
  next(): bigint;
}
export const FIRST_SEQUENCE_ID = 10_001n;

export function createSequence(first: bigint): SequenceIds {
  let coming = first;
  return {
    next: () => {
      coming += 1n;
      return coming - 1n;
    },
  };
}
