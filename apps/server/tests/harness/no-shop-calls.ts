import { notOffered, type ShopCalls } from '@pasar/connector-kit';

const none = async () => notOffered('this call');

/** A marketplace without any call beside the chat. */
export const NO_SHOP_CALLS: ShopCalls = {
  searchProducts: none,
  productDetail: none,
  listVouchers: none,
  voucherDetail: none,
  listStickers: none,
  answerOffer: none,
  offerDetail: none,
  quickReplies: none,
  listOrders: none,
  orderDetail: none,
  logistics: none,
  writeSellerNote: none,
  rateBuyer: none,
  listReturns: none,
  shopInfo: none,
  shopStatus: none,
  setVacation: none,
  listFollowers: none,
  listRatings: none,
  dashboard: none,
  income: none,
  listIncome: none,
  listNotifications: none,
  readNotification: none,
  listAddresses: none,
  uploadImage: none,
  uploadVideo: none,
  mediaUrl: none,
  translate: none,
};
