import { CALLS, type Change } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** While the orders of many shops are read, the stream tells of changes all the time (our choice). */
const AT_MOST_EVERY_MS = 1_000;
const ofOrders = ({ kind }: Change): boolean => kind === 'orderBook' || kind === 'purge';
/** What changes an order from here. */
const WRITTEN = [CALLS.orders.updateOrderSellerNote, CALLS.orders.rateBuyer, CALLS.orderBook.answerCancellation];

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
export const ORDER_SYNCS: LookUp<typeof CALLS.orderBook.orderSyncs> = {
  call: CALLS.orderBook.orderSyncs,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: ofOrders,
    calls: [CALLS.orderBook.manualRsyncOpOrder, CALLS.orderBook.stopOrderSync, CALLS.orderBook.saveOrderSyncSetting],
    atMostEveryMs: AT_MOST_EVERY_MS,
  },
};
