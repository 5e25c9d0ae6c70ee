/** The orders of a shop as a list by the last change gives them. */
import type { TradeOrder } from '../trade.ts';

/** Sorted once for each state of the shop's orders: a change makes another list. */
const sorted = new WeakMap<readonly TradeOrder[], readonly TradeOrder[]>();

/** The last changed first; of two that changed at the same time, the newer. */
export function lastChangedFirst(orders: readonly TradeOrder[]): readonly TradeOrder[] {
  const known = sorted.get(orders);
  if (known !== undefined) return known;
  const made = orders.toSorted((one, other) => other.updatedAt - one.updatedAt || other.createdAt - one.createdAt);
  sorted.set(orders, made);
  return made;
}
