/**
 * Names of the gateway calls. Those with `gsp` were read on the sibling marketplace that runs the same messenger; that
 * Lazada uses the same names is an inference (facts 2.2). `getuserinfo` and `sendimmessage` are named there too,
 * without their shapes. Ours: the names below the line, formed like their neighbours; only the existence of these calls
 * is known (spec 2 §7.4).
 */
export const APIS = {
  userInfo: 'mtop.gsp.im.use.web.seller.getuserinfo',
  socketToken: 'mtop.gsp.im.use.web.seller.gettoken',
  unreadCount: 'mtop.gsp.im.use.web.seller.unreadcount',
  sessions: 'mtop.gsp.im.use.web.seller.messagebox.querysessionlist',
  messages: 'mtop.im.use.seller.messagebox.queryMessageListBySessionId',
  openSession: 'mtop.im.use.web.seller.mtopimsessionviewservice.opensession',
  read: 'mtop.lazada.im.web.seller.session.read',
  sync: 'mtop.gsp.web.seller.js.sync',
  send: 'mtop.gsp.im.receiver.web.seller.immessage.sendimmessage',
  buyerProfile: 'mtop.global.im.biz.seller.buyerprofile.get',
  orderCards: 'mtop.global.im.web.card.order.list.get',
  productManager: 'mtop.lazada.merchant.product.manager.simple.render.list',
  // ---
  holiday: 'mtop.lazada.merchant.shop.holiday.query',
  holidayUpdate: 'mtop.lazada.merchant.shop.holiday.update',
  mediaToken: 'mtop.gsp.im.use.web.seller.media.getdownloadtoken',
  videos: 'mtop.gsp.im.use.web.seller.media.queryvideolist',
  translate: 'mtop.gsp.im.use.web.seller.translate.recognizeandtranslate',
  translationAgreement: 'mtop.gsp.im.use.web.seller.translate.updateagreement',
  languages: 'mtop.gsp.im.use.web.seller.translate.languagemap',
  emojis: 'mtop.gsp.im.use.web.seller.emoji.querylist',
  productCards: 'mtop.global.im.web.card.product.list.get',
} as const;

/** Account types: 1 buyer, 2 seller. */
export const BUYER_TYPE = 1;
export const SELLER_TYPE = 2;
/** The type of a session between one buyer and one seller (facts 2.2). */
export const SESSION_TYPE = 103;
/** Ours: the part of the seller's messenger; 1 is seen. */
export const NODE_ID = 1;
