import { type BookedOrder, type CALLS, type CallOutput, ORDER_BOOK_LIMITS } from '@pasar/api';
import { type Marketplace, offers, type ShopId } from '@pasar/domain';
import type { CallFailure, CallResult } from '@pasar/sync';

export type MadeWaybills = CallOutput<typeof CALLS.orderBook.createWaybills>;
/** What became of the orders of one request. */
export interface WaybillOutcome {
  readonly shopId: ShopId;
  readonly orders: readonly BookedOrder[];
  readonly result: MadeWaybills | CallFailure;
}

const SENT_OR_TO_SEND: readonly BookedOrder['status'][] = ['wait_seller_send', 'wait_receiver_confirm'];

/** The orders whose waybill can be ordered from here. */
export const withWaybill = (
  orders: readonly BookedOrder[],
  marketplaceOf: (shopId: ShopId) => Marketplace | null,
): readonly BookedOrder[] =>
  orders.filter(({ shopId, status }) => {
    const marketplace = marketplaceOf(shopId);
    return SENT_OR_TO_SEND.includes(status) && marketplace !== null && offers(marketplace, 'orders.createWaybills');
  });

/** One request is about one shop, and about so many orders as it takes. */
export function requestsOf(orders: readonly BookedOrder[]): readonly (readonly BookedOrder[])[] {
  const { waybills: most } = ORDER_BOOK_LIMITS;
  return [...Map.groupBy(orders, ({ shopId }) => shopId).values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / most) }, (_, index) => own.slice(index * most, (index + 1) * most)),
  );
}

/** Makes one request after the other, and tells of each. */
export async function orderWaybills(
  requests: readonly (readonly BookedOrder[])[],
  make: (shopId: ShopId, orderIds: readonly string[]) => Promise<CallResult<MadeWaybills>>,
  tell: (outcomes: readonly WaybillOutcome[]) => void,
): Promise<void> {
  const outcomes: WaybillOutcome[] = [];
  tell([]);
  for (const orders of requests) {
    const [first] = orders;
    if (first === undefined) continue;
    const made = await make(
      first.shopId,
      orders.map(({ orderId }) => orderId),
    );
    outcomes.push({ shopId: first.shopId, orders, result: made.ok ? made.data : made.failure });
    tell([...outcomes]);
  }
}

/** The orders of a request that have no parcel to print. */
export const withoutParcel = (orders: readonly BookedOrder[], { orderIds }: MadeWaybills): readonly BookedOrder[] =>
  orders.filter(({ orderId }) => !orderIds.includes(orderId));
