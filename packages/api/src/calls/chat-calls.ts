/**
 * The calls of the chat. Exported one by one and not as one object, so that a screen loads only those that it makes.
 */

export {
  cardDetail,
  colleagues,
  conversations,
  deleteConversation,
  deleteMessage,
  favoriteConversation,
  getImToken,
  markMessage,
  markRead,
  markUnread,
  messages,
  muteConversation,
  nextConversation,
  recallMessage,
  setAside,
  showTyping,
  snapshot,
  unknownMessageTypeLog,
} from './chat.ts';
export { findMessages, messageAt, searchAtMarketplaces } from './chat-finding.ts';
export {
  answerOffer,
  getPlatformItemIdAndIsConsultMap,
  getUserCollectProductIds,
  listBuyerOrders,
  listStickers,
  listVouchers,
  productDetail,
  saveConsultPlatformItem,
  saveUserCollectProductIds,
  searchConsultPlatformItemIds,
  searchProducts,
  voucherDetail,
} from './chat-goods.ts';
export {
  checkDelivery,
  dismissDelivery,
  openConversation,
  retryDelivery,
  sendCard,
  sendImage,
  sendText,
} from './chat-sending.ts';
export {
  getBuyerLastReplyTime,
  getConversationHasPinned,
  patchConversationPinned,
  pinnedConversation,
  querySessionList,
  updateBuyerReplyTime,
} from './chat-sessions.ts';
export { beginVideo, cancelVideo, putVideoPart, resendVideo, sendVideo, takeReplyVideo } from './chat-videos.ts';
