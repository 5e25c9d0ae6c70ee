import { type Ability, levelOf, type Marketplace } from '@pasar/domain';

/**
 * What each transport of a marketplace can do, for the page of calls (facts 4 and 5 for the official platforms, spec 2
 * §7.1 to §7.6 and facts 1 to 3 for the web session). "not found" means that no public source shows
 * it; "not offered" that the documents exclude it. Pasar itself keeps what no platform has: tags, remarks, quick
 * replies.
 */
export const TRANSPORTS = ['web-session', 'official'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const SUPPORT_LEVELS = ['yes', 'partly', 'planned', 'no'] as const;
export interface Support {
  readonly level: (typeof SUPPORT_LEVELS)[number];
  /** One line for the documents: the call that does it, or why there is none. */
  readonly note: string;
}

const yes = (note: string): Support => ({ level: 'yes', note });
const partly = (note: string): Support => ({ level: 'partly', note });
const no = (note: string): Support => ({ level: 'no', note });

/** `webSession` is only a note: the level follows from the table of abilities. */
interface OfMarketplace {
  readonly webSession: string;
  readonly official: Support;
}
const by = (webSession: string, official: Support): OfMarketplace => ({ webSession, official });
/** `of`: the abilities that the topic is about. */
interface TopicRow extends Readonly<Record<Marketplace, OfMarketplace>> {
  readonly of: readonly Ability[];
}

const TRANSPORT_TABLE = {
  'message-events': {
    of: ['events'],
    shopee: by('chat socket', yes('push 10; whitelisted app types only')),
    lazada: by('ACCS socket and sync', yes('pushes 2 and 19')),
    tiktok: by('protobuf socket', yes('webhooks 13 and 14; needs approval')),
  },
  'conversation-list': {
    of: ['conversations'],
    shopee: by('conversations, subaccount/conversations', yes('get_conversation_list')),
    lazada: by('query session list', yes('/im/session/list')),
    tiktok: by('command 203', yes('conversations')),
  },
  'conversation-search': {
    of: ['buyers.searchConversations'],
    shopee: by('combined_search, then conversation_search and order_search', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('not found', no('not offered')),
  },
  'history-paging': {
    of: ['history'],
    shopee: by('messages by offset', yes('get_message by offset')),
    lazada: by('by start time, 50 a page', yes('/im/message/list, 20 a page')),
    tiktok: by('command 301', yes('messages, 10 a page')),
  },
  'chat-text': {
    of: ['text'],
    shopee: by('POST messages', partly('600 characters; five in a row; only recent buyers; not TW')),
    lazada: by('template 1', yes('template 1')),
    tiktok: by('command 100', partly('2,000 characters; only while can_send_message')),
  },
  'chat-quote': {
    of: ['quote'],
    shopee: by('quoted_msg_id', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('reference of the wire protocol', no('not offered')),
  },
  'chat-picture': {
    of: ['picture', 'media.uploadImage', 'media.mediaUrl'],
    shopee: by('POST images', yes('upload_image')),
    lazada: by('file broker, template 3', yes('template 3 with an address')),
    tiktok: by('uploadImg', yes('images/upload, 10 MB')),
  },
  'chat-video': {
    of: ['video', 'media.uploadVideo'],
    shopee: by('preupload and report_upload', yes('upload_video')),
    lazada: by('sending not found', yes('template 6')),
    tiktok: by('sending not found', yes('type VIDEO')),
  },
  'chat-sticker': {
    of: ['sticker'],
    shopee: by('sticker type', partly('sends by id; no catalogue')),
    lazada: by('emoji list, template 4', partly('template 4; no catalogue')),
    tiktok: by('emoticons; catalogue not found', no('not a send type')),
  },
  'product-card': {
    of: ['productCard', 'productList'],
    shopee: by('product and item_list types', yes('item type')),
    lazada: by('template 10006', yes('template 10006')),
    tiktok: by('goods_card', yes('PRODUCT_CARD')),
  },
  'order-card': {
    of: ['orderCard'],
    shopee: by('order type', yes('order type')),
    lazada: by('template 10007', yes('template 10007')),
    tiktok: by('read; sending not found', yes('ORDER_CARD')),
  },
  'voucher-card': {
    of: ['voucherCard'],
    shopee: by('voucher type', yes('voucher type')),
    lazada: by('template 10008', yes('template 10008')),
    tiktok: by('not found', yes('COUPON_CARD')),
  },
  'follow-invitation': {
    of: ['followInvitation'],
    shopee: by('not found', no('not offered')),
    lazada: by('template 10010', yes('template 10010')),
    tiktok: by('not found', no('not offered')),
  },
  'rating-card': {
    of: ['ratingCard'],
    shopee: by('not found', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('invite_comment_v2 is read; that a shop sends it is ours', no('not offered')),
  },
  'read-mark': {
    of: ['read'],
    shopee: by('PUT read', yes('read_conversation')),
    lazada: by('put read offset', yes('/im/session/read')),
    tiktok: by('commands 2000 and 2002', yes('messages/read')),
  },
  'unread-mark': {
    of: ['unread'],
    shopee: by('PUT unread', yes('unread_conversation')),
    lazada: by('not found', no('not offered')),
    tiktok: by('not found', no('not offered')),
  },
  'buyer-read-position': {
    of: ['buyerReadPosition'],
    shopee: by('opposite_last_read_msg_id in the list', no('not in the answers')),
    lazada: by('toPosition', yes('to_position')),
    tiktok: by('read index events', no('not in the answers')),
  },
  typing: {
    of: ['typing'],
    shopee: by('not found', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('command 411', no('not offered')),
  },
  pin: {
    of: ['pin'],
    shopee: by('pin and unpin', yes('pin and unpin')),
    lazada: by('star or unstar', no('not offered')),
    tiktok: by('setStar', no('not offered')),
  },
  mute: {
    of: ['mute'],
    shopee: by('read from the list; call not found', yes('mute and unmute')),
    lazada: by('read as silenced; call not found', no('not offered')),
    tiktok: by('conversation setting of the wire protocol', no('not offered')),
  },
  'conversation-delete': {
    of: ['deleteConversation'],
    shopee: by('DELETE conversations', yes('delete_conversation')),
    lazada: by('not found', no('not offered')),
    tiktok: by('command 603 of the wire protocol', no('not offered')),
  },
  'conversation-close': {
    of: ['buyers.closeConversation', 'buyers.restartConversation'],
    shopee: by('conv_is_closed is read; call not found', no('not offered')),
    lazada: by('read as status; call not found', no('not offered')),
    tiktok: by('closeConversation; its reason and restartConversation are ours', no('not offered')),
  },
  'message-recall': {
    of: ['recall'],
    shopee: by('not found', partly('delete_message; window by region, off in MY, TW, VN')),
    lazada: by('not found', yes('/im/message/recall, two minutes')),
    tiktok: by('recall of the wire protocol', no('not found')),
  },
  'conversation-open': {
    of: ['buyers.openConversation'],
    shopee: by('conversation/redirection', partly('a first message has to name an order')),
    lazada: by('opensession', partly('/im/session/open, orders of 30 days')),
    tiktok: by('createGroupChat', partly('orders of 60 days, chats of 30, returns')),
  },
  'conversation-reopen': {
    of: ['reopen'],
    shopee: by('conversation/redirection', partly('a first message has to name an order')),
    lazada: by(
      'opensession opens a chat; that it opens a closed one is not found',
      partly('/im/session/open, orders of 30 days'),
    ),
    tiktok: by(
      'createGroupChat opens a chat; that it opens a closed one is not found',
      partly('orders of 60 days, chats of 30, returns'),
    ),
  },
  'buyer-profile': {
    of: ['buyers.profile'],
    shopee: by('users and shop statistics', partly('name and picture in the conversation')),
    lazada: by('buyerprofile.get, follow status', partly('title and picture in the session')),
    tiktok: by('getUserInfo', partly('participants of the conversation')),
  },
  'buyer-block': {
    of: ['buyers.setBlocked'],
    shopee: by('user/blocks', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('not found', no('not offered')),
  },
  translation: {
    of: ['media.translate'],
    shopee: by('a flag of the settings only; our own service', no('our own service')),
    lazada: by('recognize and translate', no('our own service')),
    tiktok: by('POST translate', no('our own service')),
  },
  'quick-replies': {
    of: ['goods.quickReplies'],
    shopee: by('message_shortcuts', no('kept by us')),
    lazada: by('quick reply list', no('kept by us')),
    tiktok: by('kept by us', no('kept by us')),
  },
  'auto-reply-setting': {
    of: ['wanted.autoReplySetting'],
    shopee: by('auto_reply and offline_reply', partly('send_autoreply_message only')),
    lazada: by('kept by us', no('kept by us')),
    tiktok: by('kept by us', partly('agents/settings')),
  },
  'price-offers': {
    of: ['buyers.answerOffer', 'buyers.offerDetail'],
    shopee: by('offers and their replies', partly('the toggle only')),
    lazada: by('no such thing', no('no such thing')),
    tiktok: by('no such thing', no('no such thing')),
  },
  orders: {
    of: ['orders.listOrders', 'orders.listChangedOrders', 'orders.orderDetail'],
    shopee: by('order lists and get_one_order', yes('order module')),
    lazada: by('order.query.list and detail', yes('/orders/get, /order/get')),
    tiktok: by('trade/orders/list', yes('orders/search')),
  },
  'order-note': {
    of: ['orders.writeSellerNote'],
    shopee: by('update_note, seller_note', yes('set_note')),
    lazada: by('not found', no('not found')),
    tiktok: by('not found', no('not found')),
  },
  'order-cancel': {
    of: ['orders.answerCancellation'],
    shopee: by('respond_cancel_request, beyond the catalogue', yes('cancel_order, handle_buyer_cancellation')),
    lazada: by('read in the order list; decision not found', yes('/order/reverse/cancel/seller/decide')),
    tiktok: by('read through reverse orders; decision not found', yes('cancellations approve and reject')),
  },
  returns: {
    of: ['orders.listReturns', 'orders.returnDetail'],
    shopee: by('return/list and detail', yes('returns module')),
    lazada: by('no list of returns; their orders in the returnRefund tab', yes('/order/reverse family')),
    tiktok: by('rows of the reverse orders list not known', yes('return_refund family')),
  },
  logistics: {
    of: ['orders.logistics'],
    shopee: by('tracking history', yes('get_tracking_info')),
    lazada: by('package list and logistics detail', yes('/logistic/order/trace')),
    tiktok: by('logistics module of getOrderDetail', yes('orders tracking')),
  },
  waybills: {
    of: ['orders.createWaybills'],
    shopee: by('create_sd_jobs_multi_shop', yes('create_shipping_document')),
    lazada: by('not found', no('not recorded')),
    tiktok: by('not found', no('not recorded')),
  },
  'buyer-rating': {
    of: ['orders.rateBuyer'],
    shopee: by('rate_order', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('not found', no('not offered')),
  },
  products: {
    of: ['goods.searchProducts', 'goods.productDetail'],
    shopee: by('search_product_list, mpsku list', yes('product module')),
    lazada: by('product manager list', yes('/products/get')),
    tiktok: by('local/products/list', yes('products/search')),
  },
  'product-freeze-check': {
    of: ['affairs.shopStatus'],
    shopee: by('mall item call, error 4', yes('item_status')),
    lazada: by('no call known', yes('product status')),
    tiktok: by('product status', yes('product status')),
  },
  vouchers: {
    of: ['goods.listVouchers', 'goods.voucherDetail'],
    shopee: by('voucher list and claim', yes('voucher module')),
    lazada: by('voucher search', yes('/promotion/vouchers/get')),
    tiktok: by('fields of shop/get_voucher_list not known', yes('coupons/search')),
  },
  notifications: {
    of: ['affairs.listNotifications', 'affairs.readNotification'],
    shopee: by('count, list, group, status', partly('get_shop_notification')),
    lazada: by('not found', yes('/sellercenter/msg/list')),
    tiktok: by('not found', no('not found')),
  },
  followers: {
    of: ['affairs.listFollowers'],
    shopee: by('get_follower_list', no('not offered')),
    lazada: by('no list; follow status of one buyer only', partly('follow status of buyers')),
    tiktok: by('not found', no('not offered')),
  },
  follow: {
    of: ['wanted.follow'],
    shopee: by('shop/follow and shop/unfollow', no('not offered')),
    lazada: by('not found', no('not offered')),
    tiktok: by('not found', no('not offered')),
  },
  ratings: {
    of: ['affairs.listReviews'],
    shopee: by('search_shop_rating_comments', yes('get_comment')),
    lazada: by('not found', yes('review API, push 21')),
    tiktok: by('not found', no('not found')),
  },
  'rating-reply': {
    of: ['wanted.replyToReview'],
    shopee: by('not found', yes('reply_comment')),
    lazada: by('not found', yes('review API')),
    tiktok: by('not found', no('not found')),
  },
  income: {
    of: ['affairs.income', 'affairs.listIncome'],
    shopee: by('income meta and history', partly('escrow detail, wallet transactions')),
    lazada: by('not found', partly('finance API')),
    tiktok: by('not found', partly('finance API')),
  },
  'bank-accounts': {
    of: ['affairs.bankAccounts'],
    shopee: by('get_bank_accounts', no('not offered')),
    lazada: by('not found', no('not found')),
    tiktok: by('not found', no('not found')),
  },
  dashboards: {
    of: ['affairs.dashboard'],
    shopee: by('dashboard key-metrics', no('not offered')),
    lazada: by('not found', no('not found')),
    tiktok: by('metrics of get_shop_live_metrics not known', partly('analytics, performance of the service')),
  },
  vacation: {
    of: ['affairs.setVacation'],
    shopee: by('set_shop_settings; three hours between changes', yes('set_shop_holiday_mode')),
    lazada: by('holiday settings', no('not found')),
    tiktok: by('not found', no('not found')),
  },
  addresses: {
    of: ['affairs.listAddresses'],
    shopee: by('get, add and update address', yes('logistics addresses')),
    lazada: by('not found', partly('read, and save of a warehouse')),
    tiktok: by('the buyer’s own with an order only', no('not found')),
  },
  'shop-switching': {
    of: ['switchShop'],
    shopee: by('switch_merchant_shop', yes('a token for each shop')),
    lazada: by('a login serves one shop', yes('country_user_info')),
    tiktok: by('multi_shop info list', yes('authorized shops')),
  },
  'creator-invitations': {
    of: ['creators.recommend', 'creators.invite'],
    shopee: by('no such thing', no('no such thing')),
    lazada: by('no such thing', no('no such thing')),
    tiktok: by('invite/send, recommendation', yes('affiliate_seller family')),
  },
} as const satisfies Readonly<Record<string, TopicRow>>;
export type TransportTopic = keyof typeof TRANSPORT_TABLE;
export const TRANSPORT_TOPICS = Object.keys(TRANSPORT_TABLE) as readonly TransportTopic[];

export const abilitiesOf = (topic: TransportTopic): readonly Ability[] => TRANSPORT_TABLE[topic].of;

/**
 * The level of the web session: "yes" where the desk does all abilities of the topic, "partly" where it does some of
 * them, "planned" where it does none and the marketplace has at least one, "no" where the marketplace has none.
 */
export function supportOf(marketplace: Marketplace, transport: Transport, topic: TransportTopic): Support {
  const { webSession, official } = TRANSPORT_TABLE[topic][marketplace];
  if (transport === 'official') return official;
  const levels = abilitiesOf(topic).map((ability) => levelOf(marketplace, ability));
  if (levels.every((level) => level === 'yes')) return yes(webSession);
  if (levels.includes('yes')) return partly(webSession);
  return levels.includes('planned') ? { level: 'planned', note: webSession } : no(webSession);
}
