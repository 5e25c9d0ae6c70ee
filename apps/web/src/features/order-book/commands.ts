import { type BookedOrder, CALLS } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

export const answerCancellation = ({ shopId, orderId }: Pick<BookedOrder, 'shopId' | 'orderId'>, isAccepted: boolean) =>
  callApi(CALLS.orderBook.answerCancellation, { shopId, orderId, isAccepted });

export const createWaybills = (shopId: ShopId, orderIds: readonly string[]) =>
  callApi(CALLS.orderBook.createWaybills, { shopId, orderIds: [...orderIds] });

export const rateBuyerOf = ({ shopId, orderId }: BookedOrder, stars: number, comment: string) =>
  callApi(CALLS.orders.rateBuyer, { shopId, orderId, stars, comment });
