import type { OrderDetailView, OrderView, ShopView } from '@pasar/api';
import { type ConversationId, isUnfinished } from '@pasar/domain';
import { useEffect } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { holdOrder } from '../place/order-in-hand.ts';
import { ORDER_LOGISTICS } from './look-ups.ts';

const numberIn = (parcels: OrderDetailView['parcels']): string | null =>
  parcels.find(({ trackingNumber }) => trackingNumber !== null)?.trackingNumber ?? null;

/** Takes the open order in hand, for quick replies. */
export function useHeldOrder(id: ConversationId, order: OrderDetailView | null): void {
  useEffect(() => {
    if (order === null) return;
    const { orderId, orderNumber, parcels } = order;
    holdOrder(id, { orderId, orderNumber, trackingNumber: numberIn(parcels) });
  }, [id, order]);
}

interface HoldNewestProps {
  readonly id: ConversationId;
  readonly shop: ShopView;
  /** Unfinished ones first. */
  readonly orders: readonly OrderView[];
}

/** Takes the newest unfinished order in hand. Its parcels are asked for only when it is on its way. Draws nothing. */
export function HoldNewest({ id, shop, orders }: HoldNewestProps): null {
  const [first] = orders;
  const newest = first !== undefined && isUnfinished(first.status) ? first : null;
  const orderId = newest?.orderId ?? '';
  const isSent = newest?.status === 'wait_receiver_confirm';
  const look = useLookUp(ORDER_LOGISTICS, { shopId: shop.shopId, orderId }, isSent);
  const parcels = look.state === 'found' || look.state === 'stale' ? look.data.parcels : null;
  const orderNumber = newest?.orderNumber ?? null;
  useEffect(() => {
    const trackingNumber = parcels === null ? null : numberIn(parcels);
    holdOrder(id, orderNumber === null ? null : { orderId, orderNumber, trackingNumber });
  }, [id, orderId, orderNumber, parcels]);
  return null;
}
