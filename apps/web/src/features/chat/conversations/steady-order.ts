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

/** Tells of a row of `now` whether its place is higher than in `held`. Rows that left the list are not counted. */
export function higherThan<Id>(held: readonly Id[], now: readonly Id[]): (id: Id, place: number) => boolean {
  const present = new Set(now);
  const places = new Map(held.filter((id) => present.has(id)).map((id, place) => [id, place]));
  return (id, place) => place < (places.get(id) ?? Number.POSITIVE_INFINITY);
}
