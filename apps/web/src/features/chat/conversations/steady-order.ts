/**
 * The rows of a list whose order is held: those of `held`, and behind them the rows that `now` has after the last of
 * them. A row that left the list keeps its place; a row that came in between or above is left out until the order is
 * released.
 */
export function heldOrder<Id>(held: readonly Id[], now: readonly Id[], exists: (id: Id) => boolean): readonly Id[] {
  const places = new Map(now.map((id, index) => [id, index]));
  const last = held.findLast((id) => places.has(id));
  const after = last === undefined ? 0 : (places.get(last) ?? 0) + 1;
  const known = new Set(held);
  return [...held.filter(exists), ...now.slice(after).filter((id) => !known.has(id))];
}

/** How many of the first `end` rows of `now` were lower in `before` or not in it. */
export function movedUp<Id>(before: readonly Id[], now: readonly Id[], end: number): number {
  const present = new Set(now);
  // When a row leaves the list, all rows below it move up, which is no news.
  const places = new Map(before.filter((id) => present.has(id)).map((id, index) => [id, index]));
  return now.slice(0, end).filter((id, index) => index < (places.get(id) ?? Number.POSITIVE_INFINITY)).length;
}
