import type { Marketplace } from '@pasar/domain';

/**
 * What each way to a marketplace can do, so that the desk hides what the one in use cannot (facts 4 and 5 for the official
 * platforms, spec 2 §7.1 to §7.6 and facts 1 to 3 for the web session). "not found" says that no public source shows it;
 * "not offered" that the documents show there is none. What no platform has is kept by us: tags, remarks, quick replies.
 */
export const TRANSPORTS = ['web-session', 'official'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const SUPPORT_LEVELS = ['yes', 'partly', 'no'] as const;
export interface Support {
  readonly level: (typeof SUPPORT_LEVELS)[number];
  /** One line for the documents: the call that does it, or why it is not there. */
  readonly note: string;
}

export const ABILITIES = [
  'message-events',
  'conversation-list',
  'conversation-search',
  'history-paging',
  'chat-text',
  'chat-quote',
  'chat-picture',
  'chat-video',
  'chat-sticker',
  'product-card',
  'order-card',
  'voucher-card',
  'follow-invitation',
  'read-mark',
  'unread-mark',
  'buyer-read-position',
  'typing',
  'pin',
  'mute',
  'conversation-delete',
  'message-recall',
  'conversation-reopen',
  'buyer-profile',
  'buyer-block',
  'translation',
  'quick-replies',
  'auto-reply-setting',
  'price-offers',
  'orders',
  'order-note',
  'order-cancel',
  'returns',
  'logistics',
  'waybills',
  'buyer-rating',
  'products',
  'product-freeze-check',
  'vouchers',
  'notifications',
  'followers',
  'follow',
  'ratings',
  'rating-reply',
  'income',
  'bank-accounts',
  'dashboards',
  'vacation',
  'addresses',
  'shop-switching',
  'creator-invitations',
] as const;
export type Ability = (typeof ABILITIES)[number];

const yes = (note: string): Support => ({ level: 'yes', note });
const partly = (note: string): Support => ({ level: 'partly', note });
const no = (note: string): Support => ({ level: 'no', note });

type OfMarketplace = Readonly<Record<Transport, Support>>;
const by = (webSession: Support, official: Support): OfMarketplace => ({ 'web-session': webSession, official });

export const TRANSPORT_TABLE: Readonly<Record<Ability, Readonly<Record<Marketplace, OfMarketplace>>>> = {
  'message-events': {
    shopee: by(yes('chat socket'), yes('push 10; whitelisted app types only')),
    lazada: by(yes('ACCS socket and sync'), yes('pushes 2 and 19')),
    tiktok: by(yes('protobuf socket'), yes('webhooks 13 and 14; needs approval')),
  },
  'conversation-list': {
    shopee: by(yes('conversations, subaccount/conversations'), yes('get_conversation_list')),
    lazada: by(yes('query session list'), yes('/im/session/list')),
    tiktok: by(yes('command 203'), yes('conversations')),
  },
  'conversation-search': {
    shopee: by(yes('search/combined_search'), no('not offered')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(no('not found'), no('not offered')),
  },
  'history-paging': {
    shopee: by(yes('messages by offset'), yes('get_message by offset')),
    lazada: by(yes('by start time, 50 a page'), yes('/im/message/list, 20 a page')),
    tiktok: by(yes('command 301'), yes('messages, 10 a page')),
  },
  'chat-text': {
    shopee: by(yes('POST messages'), partly('600 characters; five in a row; only recent buyers; not TW')),
    lazada: by(yes('template 1'), yes('template 1')),
    tiktok: by(yes('command 100'), partly('2,000 characters; only while can_send_message')),
  },
  'chat-quote': {
    shopee: by(yes('quoted_msg_id'), no('not offered')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(yes('reference of the wire protocol'), no('not offered')),
  },
  'chat-picture': {
    shopee: by(yes('POST images'), yes('upload_image')),
    lazada: by(yes('file broker, template 3'), yes('template 3 with an address')),
    tiktok: by(yes('uploadImg'), yes('images/upload, 10 MB')),
  },
  'chat-video': {
    shopee: by(yes('preupload and report_upload'), yes('upload_video')),
    lazada: by(no('sending not found; one that arrives is shown'), yes('template 6')),
    tiktok: by(no('sending not found; one that arrives is shown'), yes('type VIDEO')),
  },
  'chat-sticker': {
    shopee: by(yes('sticker type'), partly('sends by id; no catalogue')),
    lazada: by(yes('emoji list, template 4'), partly('template 4; no catalogue')),
    tiktok: by(partly('emoticons; catalogue not found'), no('not a send type')),
  },
  'product-card': {
    shopee: by(yes('product and item_list types'), yes('item type')),
    lazada: by(yes('template 10006'), yes('template 10006')),
    tiktok: by(yes('goods_card'), yes('PRODUCT_CARD')),
  },
  'order-card': {
    shopee: by(yes('order type'), yes('order type')),
    lazada: by(yes('template 10007'), yes('template 10007')),
    tiktok: by(partly('read; sending not found'), yes('ORDER_CARD')),
  },
  'voucher-card': {
    shopee: by(yes('voucher type'), yes('voucher type')),
    lazada: by(yes('template 10008'), yes('template 10008')),
    tiktok: by(no('not found'), yes('COUPON_CARD')),
  },
  'follow-invitation': {
    shopee: by(no('not found'), no('not offered')),
    lazada: by(yes('template 10010'), yes('template 10010')),
    tiktok: by(no('not found'), no('not offered')),
  },
  'read-mark': {
    shopee: by(yes('PUT read'), yes('read_conversation')),
    lazada: by(yes('put read offset'), yes('/im/session/read')),
    tiktok: by(yes('commands 2000 and 2002'), yes('messages/read')),
  },
  'unread-mark': {
    shopee: by(yes('PUT unread'), yes('unread_conversation')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(no('not found'), no('not offered')),
  },
  'buyer-read-position': {
    shopee: by(partly('opposite_last_read_msg_id in the list'), no('not in the answers')),
    lazada: by(yes('toPosition'), yes('to_position')),
    tiktok: by(yes('read index events'), no('not in the answers')),
  },
  typing: {
    shopee: by(no('not found'), no('not offered')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(yes('command 411'), no('not offered')),
  },
  pin: {
    shopee: by(yes('pin and unpin'), yes('pin and unpin')),
    lazada: by(yes('star or unstar'), no('not offered')),
    tiktok: by(yes('setStar'), no('not offered')),
  },
  mute: {
    shopee: by(partly('read from the list; call not found'), yes('mute and unmute')),
    lazada: by(partly('read as silenced; call not found'), no('not offered')),
    tiktok: by(yes('conversation setting of the wire protocol'), no('not offered')),
  },
  'conversation-delete': {
    shopee: by(yes('DELETE conversations'), yes('delete_conversation')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(yes('closeConversation closes it'), no('not offered')),
  },
  'message-recall': {
    shopee: by(no('not found'), partly('delete_message; window by region, off in MY, TW, VN')),
    lazada: by(no('not found'), yes('/im/message/recall, two minutes')),
    tiktok: by(yes('recall of the wire protocol'), no('not found')),
  },
  'conversation-reopen': {
    shopee: by(yes('conversation/redirection'), partly('a first message has to name an order')),
    lazada: by(
      no('opensession opens a chat; that it opens a closed one is not found'),
      partly('/im/session/open, orders of 30 days'),
    ),
    tiktok: by(
      no('createGroupChat opens a chat; that it opens a closed one is not found'),
      partly('orders of 60 days, chats of 30, returns'),
    ),
  },
  'buyer-profile': {
    shopee: by(yes('users and shop statistics'), partly('name and picture in the conversation')),
    lazada: by(yes('buyerprofile.get'), partly('title and picture in the session')),
    tiktok: by(yes('getUserInfo'), partly('participants of the conversation')),
  },
  'buyer-block': {
    shopee: by(yes('user/blocks'), no('not offered')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(no('not found'), no('not offered')),
  },
  translation: {
    shopee: by(no('a flag of the settings only; our own service'), no('our own service')),
    lazada: by(yes('recognize and translate'), no('our own service')),
    tiktok: by(yes('POST translate'), no('our own service')),
  },
  'quick-replies': {
    shopee: by(yes('message_shortcuts'), no('kept by us')),
    lazada: by(yes('quick reply list'), no('kept by us')),
    tiktok: by(no('kept by us'), no('kept by us')),
  },
  'auto-reply-setting': {
    shopee: by(yes('auto_reply and offline_reply'), partly('send_autoreply_message only')),
    lazada: by(no('kept by us'), no('kept by us')),
    tiktok: by(no('kept by us'), partly('agents/settings')),
  },
  'price-offers': {
    shopee: by(yes('offers and their replies'), partly('the toggle only')),
    lazada: by(no('no such thing'), no('no such thing')),
    tiktok: by(no('no such thing'), no('no such thing')),
  },
  orders: {
    shopee: by(yes('order lists and get_one_order'), yes('order module')),
    lazada: by(yes('order.query.list and detail'), yes('/orders/get, /order/get')),
    tiktok: by(yes('trade/orders/list'), yes('orders/search')),
  },
  'order-note': {
    shopee: by(yes('update_note, seller_note'), yes('set_note')),
    lazada: by(no('not found'), no('not found')),
    tiktok: by(no('not found'), no('not found')),
  },
  'order-cancel': {
    shopee: by(yes('respond_cancel_request'), yes('cancel_order, handle_buyer_cancellation')),
    lazada: by(partly('read in the order list; decision not found'), yes('/order/reverse/cancel/seller/decide')),
    tiktok: by(partly('read through reverse orders; decision not found'), yes('cancellations approve and reject')),
  },
  returns: {
    shopee: by(yes('return/list and detail'), yes('returns module')),
    lazada: by(no('no list of returns; their orders in the returnRefund tab'), yes('/order/reverse family')),
    tiktok: by(no('rows of the reverse orders list not known'), yes('return_refund family')),
  },
  logistics: {
    shopee: by(yes('tracking history'), yes('get_tracking_info')),
    lazada: by(yes('package list and logistics detail'), yes('/logistic/order/trace')),
    tiktok: by(yes('logistics module of getOrderDetail'), yes('orders tracking')),
  },
  waybills: {
    shopee: by(yes('create_sd_jobs_multi_shop'), yes('create_shipping_document')),
    lazada: by(no('not found'), no('not recorded')),
    tiktok: by(no('not found'), no('not recorded')),
  },
  'buyer-rating': {
    shopee: by(yes('rate_order'), no('not offered')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(no('not found'), no('not offered')),
  },
  products: {
    shopee: by(yes('search_product_list, mpsku list'), yes('product module')),
    lazada: by(yes('product manager list'), yes('/products/get')),
    tiktok: by(yes('local/products/list'), yes('products/search')),
  },
  'product-freeze-check': {
    shopee: by(yes('mall item call, error 4'), yes('item_status')),
    lazada: by(no('no call known'), yes('product status')),
    tiktok: by(yes('product status'), yes('product status')),
  },
  vouchers: {
    shopee: by(yes('voucher list and claim'), yes('voucher module')),
    lazada: by(yes('voucher search'), yes('/promotion/vouchers/get')),
    tiktok: by(no('fields of shop/get_voucher_list not known'), yes('coupons/search')),
  },
  notifications: {
    shopee: by(yes('count, list, group, status'), partly('get_shop_notification')),
    lazada: by(no('not found'), yes('/sellercenter/msg/list')),
    tiktok: by(no('not found'), no('not found')),
  },
  followers: {
    shopee: by(yes('get_follower_list'), no('not offered')),
    lazada: by(no('no list; follow status of one buyer only'), partly('follow status of buyers')),
    tiktok: by(no('not found'), no('not offered')),
  },
  follow: {
    shopee: by(yes('shop/follow and shop/unfollow'), no('not offered')),
    lazada: by(no('not found'), no('not offered')),
    tiktok: by(no('not found'), no('not offered')),
  },
  ratings: {
    shopee: by(yes('search_shop_rating_comments'), yes('get_comment')),
    lazada: by(no('not found'), yes('review API, push 21')),
    tiktok: by(no('not found'), no('not found')),
  },
  'rating-reply': {
    shopee: by(no('not found'), yes('reply_comment')),
    lazada: by(no('not found'), yes('review API')),
    tiktok: by(no('not found'), no('not found')),
  },
  income: {
    shopee: by(yes('income meta and history'), partly('escrow detail, wallet transactions')),
    lazada: by(no('not found'), partly('finance API')),
    tiktok: by(no('not found'), partly('finance API')),
  },
  'bank-accounts': {
    shopee: by(yes('get_bank_accounts'), no('not offered')),
    lazada: by(no('not found'), no('not found')),
    tiktok: by(no('not found'), no('not found')),
  },
  dashboards: {
    shopee: by(yes('dashboard key-metrics'), no('not offered')),
    lazada: by(no('not found'), no('not found')),
    tiktok: by(no('metrics of get_shop_live_metrics not known'), partly('analytics, performance of the service')),
  },
  vacation: {
    shopee: by(yes('set_shop_settings; three hours between changes'), yes('set_shop_holiday_mode')),
    lazada: by(yes('holiday settings'), no('not found')),
    tiktok: by(no('not found'), no('not found')),
  },
  addresses: {
    shopee: by(yes('get, add and update address'), yes('logistics addresses')),
    lazada: by(no('not found'), partly('read, and save of a warehouse')),
    tiktok: by(no('the buyer’s own with an order only'), no('not found')),
  },
  'shop-switching': {
    shopee: by(yes('switch_merchant_shop'), yes('a token for each shop')),
    lazada: by(yes('cross-border site list'), yes('country_user_info')),
    tiktok: by(yes('multi_shop info list'), yes('authorized shops')),
  },
  'creator-invitations': {
    shopee: by(no('no such thing'), no('no such thing')),
    lazada: by(no('no such thing'), no('no such thing')),
    tiktok: by(yes('invite/send, recommendation'), yes('affiliate_seller family')),
  },
};

export const supportOf = (marketplace: Marketplace, transport: Transport, ability: Ability): Support =>
  TRANSPORT_TABLE[ability][marketplace][transport];
