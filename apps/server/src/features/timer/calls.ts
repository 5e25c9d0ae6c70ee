import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { openGetOpOrderRsyncWsSubQueue, saveOpOrdersByQueueMessage, saveOpOrdersToDbInTime } from './orders.ts';

export const TIMER_HANDLERS: HandlersOf<typeof CALLS.timer> = {
  openGetOpOrderRsyncWsSubQueue: reading(openGetOpOrderRsyncWsSubQueue),
  saveOpOrdersByQueueMessage: inTransaction(saveOpOrdersByQueueMessage),
  saveOpOrdersToDbInTime: inTransaction(saveOpOrdersToDbInTime),
};
