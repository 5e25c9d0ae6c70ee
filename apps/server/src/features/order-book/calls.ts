import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { answerCancellation } from './cancellation.ts';
import { getTabAndOrderCountMap } from './counts.ts';
import { searchOrderList } from './search.ts';
import { manualRsyncOpOrder, tryRsyncOpOrder } from './start.ts';
import { createWaybills } from './waybills.ts';

export const ORDER_BOOK_HANDLERS: HandlersOf<typeof CALLS.orderBook> = {
  searchOrderList: reading(searchOrderList),
  getTabAndOrderCountMap: reading(getTabAndOrderCountMap),
  manualRsyncOpOrder: inTransaction(manualRsyncOpOrder),
  tryRsyncOpOrder: inTransaction(tryRsyncOpOrder),
  answerCancellation: withoutTransaction(answerCancellation),
  createWaybills: withoutTransaction(createWaybills),
};
