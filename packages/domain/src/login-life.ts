/** What past lives of logins tell of a present one: from a sign-in until only a person can log in again. */
export interface ExpectedLife {
  /** How long it is expected to live in all, in milliseconds. */
  readonly lifeMs: number;
  /** Whose past lives were seen: the login's own, or those of other logins at the same marketplace. */
  readonly basis: 'login' | 'marketplace';
  /** How many lives were seen. */
  readonly seen: number;
}

/**
 * Fewer lives of other logins tell nothing (our choice): two logins that were cut off together would make every login
 * of the marketplace look as if it ended soon.
 */
const FEWEST_OF_OTHERS = 3;

/**
 * The median of the login's own past lives; where it has none, of those of the marketplace's other logins; null where
 * too little was seen. The median, because one life that was cut short should not change what is expected.
 */
export function expectedLife(ownLivesMs: readonly number[], othersLivesMs: readonly number[]): ExpectedLife | null {
  const own = medianOf(ownLivesMs);
  if (own !== null) return { lifeMs: own, basis: 'login', seen: ownLivesMs.length };
  const others = othersLivesMs.length < FEWEST_OF_OTHERS ? null : medianOf(othersLivesMs);
  return others === null ? null : { lifeMs: others, basis: 'marketplace', seen: othersLivesMs.length };
}

/** Of an even number of values the lower one in the middle: who is told too early loses less than who is told late. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((left, right) => left - right)[Math.ceil(values.length / 2) - 1] ?? null;
}
