/** Reproducible randomness: the same seed gives the same numbers on every machine. Not for secrets. */
import { createHash } from 'node:crypto';

export interface Random {
  /** A number from 0 to below 1. */
  next(): number;
  /** An integer of the range, including both ends. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  /** Throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
}

/** The generator sfc32, started from the SHA-256 of the seed. */
export function createRandom(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest();
  let a = digest.readInt32LE(0);
  let b = digest.readInt32LE(4);
  let c = digest.readInt32LE(8);
  let counter = digest.readInt32LE(12);
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
