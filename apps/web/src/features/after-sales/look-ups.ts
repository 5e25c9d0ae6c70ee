import { CALLS, type Change } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';
import { AT_MOST_EVERY_MS, isChangeOf } from '../../base/readings/look-ups.ts';

/** Cases come from orders as well as from returns. */
const ofCases = (change: Change): boolean => isChangeOf('returns')(change) || isChangeOf('orders')(change);

export const CASES: LookUp<typeof CALLS.afterSales.afterSalesCases> = {
  call: CALLS.afterSales.afterSalesCases,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofCases, calls: [CALLS.orderBook.answerCancellation], atMostEveryMs: AT_MOST_EVERY_MS },
};
export const CASE_COUNTS: LookUp<typeof CALLS.afterSales.afterSalesCounts> = {
  call: CALLS.afterSales.afterSalesCounts,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofCases, calls: [CALLS.orderBook.answerCancellation], atMostEveryMs: AT_MOST_EVERY_MS },
};
export const RETURN_DETAIL: LookUp<typeof CALLS.afterSales.returnDetail> = {
  call: CALLS.afterSales.returnDetail,
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
