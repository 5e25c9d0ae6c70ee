import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { getConfig, setIsEnable, setIsLazadaEnable } from './config.ts';
import { deleteGroup, getGroupList, saveGroup } from './groups.ts';
import { savePicture } from './pictures.ts';
import { countUse, deleteContent, getContentList, saveContent } from './replies.ts';
import { getShortcuts, saveLazadaShortcuts, saveShopeeShortcuts } from './shortcuts.ts';
import { beginReplyVideo, endReplyVideo, putReplyVideoPart } from './videos.ts';
import { exportContents, importContents } from './workbook.ts';

export const QUICK_REPLIES_HANDLERS: HandlersOf<typeof CALLS.quickReplies> = {
  getGroupList: reading(getGroupList),
  saveGroup: inTransaction(saveGroup),
  deleteGroup: inTransaction(deleteGroup),
  getContentList: reading(getContentList),
  saveContent: inTransaction(saveContent),
  deleteContent: inTransaction(deleteContent),
  getConfig: reading(getConfig),
  setIsEnable: inTransaction(setIsEnable),
  setIsLazadaEnable: inTransaction(setIsLazadaEnable),
  saveShopeeShortcuts: inTransaction(saveShopeeShortcuts),
  saveLazadaShortcuts: inTransaction(saveLazadaShortcuts),
  getShortcuts: withoutTransaction(getShortcuts),
  countUse: inTransaction(countUse),
  savePicture: inTransaction(savePicture),
  beginReplyVideo: inTransaction(beginReplyVideo),
  putReplyVideoPart: inTransaction(putReplyVideoPart),
  endReplyVideo: inTransaction(endReplyVideo),
  importContents: withoutTransaction(importContents),
  exportContents: inTransaction(exportContents),
};
