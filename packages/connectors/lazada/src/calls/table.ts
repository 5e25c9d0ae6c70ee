/** Every call of the catalogue's two surfaces of this marketplace. */
import { imToken, loginUserInfo, unreadCount } from './account.ts';
import type { LazadaCall } from './definition.ts';
import { holidaySettings, holidayUpdate } from './holiday.ts';
import { imWindowPage, loginPageInit, loginSubmit, sessionInit } from './login.ts';
import { logisticsDetail, packageList } from './logistics.ts';
import { emojiList, fileBrokerUpload, imageUploadToken, mediaDownloadToken, videoList } from './media.ts';
import { orderCards, orderData } from './orders.ts';
import { productCards, productManagerList } from './products.ts';
import { quickReplyList } from './quick-replies.ts';
import { sendMessage } from './send.ts';
import { messagesBySession, readOffset, sessionList, sync } from './sessions.ts';
import {
  followStatus,
  sessionStar,
  siteMessageList,
  siteSendMessage,
  siteSessionList,
  timestamp,
} from './site-chat.ts';
import { languageMap, recognizeTranslate, translationAgreement } from './translation.ts';
import { voucherSearch } from './vouchers.ts';

export const LAZADA_CALLS: readonly LazadaCall<never, unknown>[] = [
  unreadCount,
  holidaySettings,
  holidayUpdate,
  loginUserInfo,
  imToken,
  sessionList,
  messagesBySession,
  readOffset,
  mediaDownloadToken,
  videoList,
  sync,
  sendMessage,
  recognizeTranslate,
  translationAgreement,
  languageMap,
  emojiList,
  productCards,
  productManagerList,
  orderCards,
  siteSessionList,
  siteMessageList,
  timestamp,
  siteSendMessage,
  imageUploadToken,
  quickReplyList,
  voucherSearch,
  packageList,
  logisticsDetail,
  orderData,
  sessionStar,
  followStatus,
  fileBrokerUpload,
  loginPageInit,
  loginSubmit,
  sessionInit,
  imWindowPage,
];
