import { CALLS, type OrderView, type ShopView } from '@pasar/api';
import { callApi } from '../../../base/call-api.ts';

/** Replaces the seller note of an order at its marketplace. */
export const saveSellerNote = (
  { platformShopId, marketplace }: ShopView,
  { orderId, buyerId }: Pick<OrderView, 'orderId' | 'buyerId'>,
  note: string,
) =>
  callApi(CALLS.orders.updateOrderSellerNote, {
    userId: platformShopId,
    platform: marketplace,
    orderId,
    ...(buyerId === null ? {} : { buyerId }),
    note,
  });

export const rateBuyer = ({ shopId }: ShopView, orderId: string, stars: number, comment: string) =>
  callApi(CALLS.orders.rateBuyer, { shopId, orderId, stars, comment });
