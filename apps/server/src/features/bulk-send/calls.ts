import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { getConfig, getSkipSendByHaveOrderCare, saveConfig } from './config.ts';
import { bulkSendDistribution } from './distribution.ts';
import { exportBulkSend } from './export.ts';
import { readFans, shopFans } from './fans.ts';
import { takeBatchSendRecipients } from './hand-out.ts';
import { bulkSendItems, getBatchSendTaskList } from './list.ts';
import { exportWrongOrderNumbers, readOrderNumbers } from './order-numbers.ts';
import { previewBulkSend, previewBulkSendRecipients } from './preview.ts';
import { heartbeat, lockTimerTask, saveSendMessageLogs, updateBatchSendTaskResult } from './program.ts';
import { saveBatchSendTask, saveTimerTask, updateTimerTask } from './save.ts';
import { continueBulkSend, deleteBatchSendTask, retryBulkSend, stopBulkSend } from './steer.ts';

export const BULK_SEND_HANDLERS: HandlersOf<typeof CALLS.bulkSend> = {
  saveBatchSendTask: inTransaction(saveBatchSendTask),
  saveTimerTask: inTransaction(saveTimerTask),
  updateTimerTask: inTransaction(updateTimerTask),
  lockTimerTask: inTransaction(lockTimerTask),
  heartbeat: inTransaction(heartbeat),
  takeBatchSendRecipients: withoutTransaction(takeBatchSendRecipients),
  updateBatchSendTaskResult: inTransaction(updateBatchSendTaskResult),
  getBatchSendTaskList: reading(getBatchSendTaskList),
  deleteBatchSendTask: inTransaction(deleteBatchSendTask),
  previewBulkSend: reading(previewBulkSend),
  previewBulkSendRecipients: reading(previewBulkSendRecipients),
  readOrderNumbers: withoutTransaction(readOrderNumbers),
  exportWrongOrderNumbers: withoutTransaction(exportWrongOrderNumbers),
  readFans: inTransaction(readFans),
  shopFans: reading(shopFans),
  bulkSendItems: reading(bulkSendItems),
  bulkSendDistribution: reading(bulkSendDistribution),
  stopBulkSend: inTransaction(stopBulkSend),
  continueBulkSend: inTransaction(continueBulkSend),
  retryBulkSend: inTransaction(retryBulkSend),
  exportBulkSend: reading(exportBulkSend),
  getConfig: reading(getConfig),
  saveConfig: inTransaction(saveConfig),
  getSkipSendByHaveOrderCare: reading(getSkipSendByHaveOrderCare),
  saveSendMessageLogs: inTransaction(saveSendMessageLogs),
};
