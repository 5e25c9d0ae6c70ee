import type { BookedOrder } from '@pasar/api';
import { type Marketplace, ORDER_CARE_LIMITS, ORDER_CARE_STAGES, type OrderCareKind } from '@pasar/domain';

/** Whether an order of a marketplace is where a kind is due. */
export function isAtStage(
  order: Pick<BookedOrder, 'status' | 'wireStatus' | 'parcel'>,
  kind: OrderCareKind,
  { marketplace, now }: { readonly marketplace: Marketplace | null; readonly now: number },
): boolean {
  if (marketplace === null) return false;
  const { status, words, parcel } = ORDER_CARE_STAGES[kind][marketplace];
  if (status !== order.status || words?.includes(order.wireStatus) === false) return false;
  if (parcel === null) return true;
  const isOld = parcel === 'outForDelivery' && (order.parcel?.at ?? 0) <= now - ORDER_CARE_LIMITS.outForDeliveryMs;
  return order.parcel?.stage === parcel && !isOld;
}
