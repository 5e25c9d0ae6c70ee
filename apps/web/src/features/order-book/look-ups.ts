import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';
import { AT_MOST_EVERY_MS, isChangeOf } from '../../base/readings/look-ups.ts';

const ofOrders = isChangeOf('orders');
/** What changes an order from here. */
const WRITTEN = [
  CALLS.orders.updateOrderSellerNote,
  CALLS.orders.rateBuyer,
  CALLS.orderBook.answerCancellation,
  CALLS.orderBook.createWaybills,
];

export const BOOKED_ORDERS: LookUp<typeof CALLS.orderBook.searchOrderList> = {
  call: CALLS.orderBook.searchOrderList,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofOrders, calls: WRITTEN, atMostEveryMs: AT_MOST_EVERY_MS },
};
export const TAB_COUNTS: LookUp<typeof CALLS.orderBook.getTabAndOrderCountMap> = {
  call: CALLS.orderBook.getTabAndOrderCountMap,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofOrders, calls: [CALLS.orderBook.answerCancellation], atMostEveryMs: AT_MOST_EVERY_MS },
};
