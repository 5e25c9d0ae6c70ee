import { type BookedOrder, CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const readOrdersNow = () => callApi(CALLS.orderBook.manualRsyncOpOrder, {});
export const stopReading = () => callApi(CALLS.orderBook.stopOrderSync, {});
export const saveReadingSetting = (everyMinutes: number) =>
  callApi(CALLS.orderBook.saveOrderSyncSetting, { everyMinutes });

export const answerCancellation = ({ shopId, orderId }: BookedOrder, isAccepted: boolean) =>
  callApi(CALLS.orderBook.answerCancellation, { shopId, orderId, isAccepted });

export const rateBuyerOf = ({ shopId, orderId }: BookedOrder, stars: number, comment: string) =>
  callApi(CALLS.orders.rateBuyer, { shopId, orderId, stars, comment });
