import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { openGetOpOrderRsyncWsSubQueue, saveOpOrdersByQueueMessage, saveOpOrdersToDbInTime } from './orders.ts';
import { retryTimerTask, stopTimerTask, timerQueue } from './queue.ts';

export const TIMER_HANDLERS: HandlersOf<typeof CALLS.timer> = {
  timerQueue: reading(timerQueue),
  retryTimerTask: inTransaction(retryTimerTask),
  stopTimerTask: inTransaction(stopTimerTask),
  openGetOpOrderRsyncWsSubQueue: reading(openGetOpOrderRsyncWsSubQueue),
  saveOpOrdersByQueueMessage: inTransaction(saveOpOrdersByQueueMessage),
  saveOpOrdersToDbInTime: inTransaction(saveOpOrdersToDbInTime),
};
