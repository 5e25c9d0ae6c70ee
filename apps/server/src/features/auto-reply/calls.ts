import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { delReplyKeywordSetting, saveReplyKeywordSetting } from './keywords.ts';
import { autoReplyLog, getAutoReplyLock } from './log.ts';
import { giveShopReplySetting, removeShopReplySetting } from './own-rules.ts';
import { getCountryAndReplySettingMap, saveReplySettingList } from './settings.ts';
import { getTimerQueueAndConfigMap } from './timer-queue.ts';
import { tryAutoReply } from './try.ts';

export const AUTO_REPLY_HANDLERS: HandlersOf<typeof CALLS.autoReply> = {
  getCountryAndReplySettingMap: reading(getCountryAndReplySettingMap),
  saveReplySettingList: inTransaction(saveReplySettingList),
  saveReplyKeywordSetting: inTransaction(saveReplyKeywordSetting),
  delReplyKeywordSetting: inTransaction(delReplyKeywordSetting),
  giveShopReplySetting: inTransaction(giveShopReplySetting),
  removeShopReplySetting: inTransaction(removeShopReplySetting),
  getAutoReplyLock: inTransaction(getAutoReplyLock),
  getTimerQueueAndConfigMap: reading(getTimerQueueAndConfigMap),
  autoReplyLog: reading(autoReplyLog),
  tryAutoReply: reading(tryAutoReply),
};
