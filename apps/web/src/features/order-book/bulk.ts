import type { BookedOrder } from '@pasar/api';
import { type Marketplace, offers, type ShopId } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';

export type Outcome = 'done' | CallFailure;
/** How far the change of many orders is. */
export interface Outcomes {
  readonly orders: readonly BookedOrder[];
  /** By their place in `orders`; shorter while it goes on. */
  readonly outcomes: readonly Outcome[];
}

type MarketplaceOf = (shopId: ShopId) => Marketplace | null;

export const ratable = (orders: readonly BookedOrder[], marketplaceOf: MarketplaceOf): readonly BookedOrder[] =>
  orders.filter(({ shopId, isRatable }) => {
    const marketplace = marketplaceOf(shopId);
    return isRatable && marketplace !== null && offers(marketplace, 'orders.rateBuyer');
  });

/** The orders whose cancellation can be answered from here. */
export const answerable = (orders: readonly BookedOrder[], marketplaceOf: MarketplaceOf): readonly BookedOrder[] =>
  orders.filter(({ shopId, status }) => {
    const marketplace = marketplaceOf(shopId);
    return status === 'in_cancel' && marketplace !== null && offers(marketplace, 'orders.answerCancellation');
  });

type Result = { readonly ok: true } | { readonly ok: false; readonly failure: CallFailure };

/** Changes one order after the other, so that no marketplace is asked many things at once, and tells of each. */
export async function changeAll(
  orders: readonly BookedOrder[],
  change: (order: BookedOrder) => Promise<Result>,
  tell: (outcomes: Outcomes) => void,
): Promise<void> {
  const outcomes: Outcome[] = [];
  tell({ orders, outcomes: [] });
  for (const order of orders) {
    const result = await change(order);
    outcomes.push(result.ok ? 'done' : result.failure);
    tell({ orders, outcomes: [...outcomes] });
  }
}
