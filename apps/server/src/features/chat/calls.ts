import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { cardDetail } from './card-detail.ts';
import { colleagues } from './colleagues.ts';
import {
  getPlatformItemIdAndIsConsultMap,
  saveConsultPlatformItem,
  searchConsultPlatformItemIds,
} from './consulted-products.ts';
import { deleteConversation, favorite, markRead, markUnread, mute, pin, setAside } from './conversation-settings.ts';
import { getUserCollectProductIds, saveUserCollectProductIds } from './favorite-products.ts';
import { findMessages, messageAt } from './find-messages.ts';
import { listBuyerOrders, listStickers, listVouchers, productDetail, searchProducts, voucherDetail } from './goods.ts';
import { deleteMessage, markMessage, recallMessage } from './message-wishes.ts';
import { nextConversation } from './next-conversation.ts';
import { answerOffer } from './offers.ts';
import { openConversation } from './open-conversation.ts';
import { conversations, messages, snapshot } from './read.ts';
import { searchAtMarketplaces } from './search-at-marketplaces.ts';
import { checkDelivery, dismissDelivery, retryDelivery, sendText } from './send.ts';
import { sendCard } from './send-card.ts';
import { sendImage } from './send-image.ts';
import { beginVideo, cancelVideo, putVideoPart, resendVideo, sendVideo, takeReplyVideo } from './send-video.ts';
import {
  getBuyerLastReplyTime,
  getConversationHasPinned,
  getImToken,
  patchConversationPinned,
  querySessionList,
  updateBuyerReplyTime,
} from './session-list.ts';
import { showTyping } from './typing.ts';
import { unknownMessageTypeLog } from './unknown-kinds.ts';

export const CHAT_HANDLERS: HandlersOf<typeof CALLS.chat> = {
  snapshot: reading(snapshot),
  conversations: reading(conversations),
  nextConversation: reading(nextConversation),
  messages: reading(messages),
  findMessages: reading(findMessages),
  messageAt: reading(messageAt),
  cardDetail: withoutTransaction(cardDetail),
  sendText: inTransaction(sendText),
  sendImage: inTransaction(sendImage),
  sendCard: inTransaction(sendCard),
  beginVideo: inTransaction(beginVideo),
  putVideoPart: inTransaction(putVideoPart),
  sendVideo: inTransaction(sendVideo),
  cancelVideo: inTransaction(cancelVideo),
  resendVideo: inTransaction(resendVideo),
  takeReplyVideo: inTransaction(takeReplyVideo),
  searchProducts: withoutTransaction(searchProducts),
  productDetail: withoutTransaction(productDetail),
  listVouchers: withoutTransaction(listVouchers),
  voucherDetail: withoutTransaction(voucherDetail),
  listStickers: withoutTransaction(listStickers),
  listBuyerOrders: withoutTransaction(listBuyerOrders),
  openConversation: withoutTransaction(openConversation),
  searchAtMarketplaces: withoutTransaction(searchAtMarketplaces),
  answerOffer: withoutTransaction(answerOffer),
  getUserCollectProductIds: reading(getUserCollectProductIds),
  saveUserCollectProductIds: inTransaction(saveUserCollectProductIds),
  saveConsultPlatformItem: inTransaction(saveConsultPlatformItem),
  searchConsultPlatformItemIds: reading(searchConsultPlatformItemIds),
  getPlatformItemIdAndIsConsultMap: reading(getPlatformItemIdAndIsConsultMap),
  retryDelivery: inTransaction(retryDelivery),
  checkDelivery: inTransaction(checkDelivery),
  dismissDelivery: inTransaction(dismissDelivery),
  markRead: inTransaction(markRead),
  markUnread: inTransaction(markUnread),
  colleagues: reading(colleagues),
  muteConversation: inTransaction(mute),
  setAside: inTransaction(setAside),
  deleteConversation: inTransaction(deleteConversation),
  favoriteConversation: inTransaction(favorite),
  recallMessage: inTransaction(recallMessage),
  deleteMessage: inTransaction(deleteMessage),
  markMessage: inTransaction(markMessage),
  showTyping: inTransaction(showTyping),
  pinnedConversation: inTransaction(pin),
  getImToken: reading(getImToken),
  querySessionList: reading(querySessionList),
  patchConversationPinned: inTransaction(patchConversationPinned),
  getConversationHasPinned: reading(getConversationHasPinned),
  getBuyerLastReplyTime: reading(getBuyerLastReplyTime),
  updateBuyerReplyTime: inTransaction(updateBuyerReplyTime),
  unknownMessageTypeLog: inTransaction(unknownMessageTypeLog),
};
