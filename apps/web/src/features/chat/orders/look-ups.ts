import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The marketplace tells of no change of an order, so whoever opens it after this time asks again (our choice). */
const FRESH_MS = 60_000;
/** What changes an order from here. */
const WRITTEN = [CALLS.orders.updateOrderSellerNote, CALLS.orders.rateBuyer];

export const ORDER_LIST: LookUp<typeof CALLS.orders.orderList> = {
  call: CALLS.orders.orderList,
  freshMs: FRESH_MS,
  againMs: null,
  staleBy: {
    // The order book tells of changes.
    change: (change) => change.kind === 'readings' && change.subject === 'orders',
    calls: WRITTEN,
    atMostEveryMs: 1_000,
  },
};
export const ORDER_DETAIL: LookUp<typeof CALLS.orders.orderDetail> = {
  call: CALLS.orders.orderDetail,
  freshMs: FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: WRITTEN },
};
export const ORDER_LOGISTICS: LookUp<typeof CALLS.orders.orderLogistics> = {
  call: CALLS.orders.orderLogistics,
  freshMs: FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
