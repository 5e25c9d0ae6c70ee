import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { answerCancellation } from './cancellation.ts';
import { getTabAndOrderCountMap } from './counts.ts';
import { manualRsyncOpOrder, orderSyncs, saveOrderSyncSetting, stopOrderSync, tryRsyncOpOrder } from './reading.ts';
import { searchOrderList } from './search.ts';

export const ORDER_BOOK_HANDLERS: HandlersOf<typeof CALLS.orderBook> = {
  searchOrderList: reading(searchOrderList),
  getTabAndOrderCountMap: reading(getTabAndOrderCountMap),
  orderSyncs: reading(orderSyncs),
  manualRsyncOpOrder: inTransaction(manualRsyncOpOrder),
  tryRsyncOpOrder: inTransaction(tryRsyncOpOrder),
  stopOrderSync: inTransaction(stopOrderSync),
  saveOrderSyncSetting: inTransaction(saveOrderSyncSetting),
  answerCancellation: withoutTransaction(answerCancellation),
};
