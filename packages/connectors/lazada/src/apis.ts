/**
 * Names of the gateway calls. Those with `gsp` were read on the sibling marketplace that runs the same messenger; that
 * Lazada knows them by these names is an inference (facts 2.2). `getuserinfo` and `sendimmessage` are named there too,
 * without their shapes.
 */
export const APIS = {
  userInfo: 'mtop.gsp.im.use.web.seller.getuserinfo',
  socketToken: 'mtop.gsp.im.use.web.seller.gettoken',
  sessions: 'mtop.gsp.im.use.web.seller.messagebox.querysessionlist',
  messages: 'mtop.im.use.seller.messagebox.queryMessageListBySessionId',
  open: 'mtop.im.use.web.seller.mtopimsessionviewservice.opensession',
  read: 'mtop.lazada.im.web.seller.session.read',
  sync: 'mtop.gsp.web.seller.js.sync',
  send: 'mtop.gsp.im.receiver.web.seller.immessage.sendimmessage',
} as const;

/** Account types: 1 buyer, 2 seller. */
export const BUYER_TYPE = 1;
export const SELLER_TYPE = 2;
/** Sessions between one buyer and one seller. */
export const SESSION_TYPE = 103;
