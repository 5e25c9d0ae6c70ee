import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { getOrderCareContent, saveOrderCareContent } from './content.ts';
import { getOrderIdAndOrderCareTypeListMap, searchOrderCareTaskItemList } from './items.ts';
import { previewOrderCare, previewOrderCareRecipients } from './preview.ts';
import { getOrderCareSettings, saveOrderCareSettings } from './settings.ts';
import { continueOrderCare, getOrderCareTaskList, retryOrderCare, stopOrderCare } from './tasks.ts';
import { createOrderCareTask, saveOrderCareTaskItemList } from './write.ts';

export const ORDER_CARE_HANDLERS: HandlersOf<typeof CALLS.orderCare> = {
  getOrderCareContent: reading(getOrderCareContent),
  saveOrderCareContent: inTransaction(saveOrderCareContent),
  createOrderCareTask: inTransaction(createOrderCareTask),
  saveOrderCareTaskItemList: inTransaction(saveOrderCareTaskItemList),
  searchOrderCareTaskItemList: reading(searchOrderCareTaskItemList),
  getOrderIdAndOrderCareTypeListMap: reading(getOrderIdAndOrderCareTypeListMap),
  getOrderCareTaskList: reading(getOrderCareTaskList),
  previewOrderCare: reading(previewOrderCare),
  previewOrderCareRecipients: reading(previewOrderCareRecipients),
  getOrderCareSettings: reading(getOrderCareSettings),
  saveOrderCareSettings: inTransaction(saveOrderCareSettings),
  stopOrderCare: inTransaction(stopOrderCare),
  continueOrderCare: inTransaction(continueOrderCare),
  retryOrderCare: inTransaction(retryOrderCare),
};
