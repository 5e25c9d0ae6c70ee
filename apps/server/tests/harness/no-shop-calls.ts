import { notOffered, type ShopCalls } from '@pasar/connector-kit';

const none = async () => notOffered('this call');

/** A marketplace without any call beside the chat. */
export const NO_SHOP_CALLS: ShopCalls = {
  goods: {
    searchProducts: none,
    productDetail: none,
    listVouchers: none,
    voucherDetail: none,
    listStickers: none,
    quickReplies: none,
  },
  buyers: {
    searchConversations: none,
    openConversation: none,
    closeConversation: none,
    restartConversation: none,
    profile: none,
    setBlocked: none,
    answerOffer: none,
    offerDetail: none,
  },
  orders: {
    listOrders: none,
    orderDetail: none,
    logistics: none,
    listChangedOrders: none,
    answerCancellation: none,
    createWaybills: none,
    writeSellerNote: none,
    rateBuyer: none,
    listReturns: none,
    returnDetail: none,
  },
  affairs: {
    shopInfo: none,
    shopStatus: none,
    setVacation: none,
    listFollowers: none,
    listReviews: none,
    dashboard: none,
    income: none,
    listIncome: none,
    bankAccounts: none,
    listNotifications: none,
    readNotification: none,
    listAddresses: none,
  },
  media: { uploadImage: none, uploadVideo: none, mediaUrl: none, translate: none },
  creators: { recommend: none, invite: none },
};
