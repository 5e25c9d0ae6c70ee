/** Conversations and messages of the world in Shopee's shapes (facts 1.4, 1.5). */
import type { Conversation, Message, Shop, World } from '../world/types.ts';
import { numericId } from './accounts.ts';
import type { ShopeeContext } from './context.ts';

/** Ours: the message id in a row when a side has read nothing. */
const NO_MESSAGE = '0';

/** Nanoseconds, made unique by the message id so that a page border never separates two equal times. */
export function nanoOf(message: Message): bigint {
  return BigInt(message.acceptedAt) * 1_000_000n + (numericId(message.messageId) % 1_000_000n);
}

export const unreadCountOf = (world: World, conversation: Conversation): number =>
  Math.max(world.unreadCount(conversation), conversation.isMarkedUnread ? 1 : 0);

const isFromShop = ({ from }: Message): boolean => from === 'seller' || from === 'sellerApp';

/** An archived conversation is shown as a closed one. */
export const statusWord = ({ status }: Conversation): 'activated' | 'closed' =>
  status === 'activated' ? 'activated' : 'closed';

export function conversationView(context: ShopeeContext, shop: Shop, conversation: Conversation): unknown {
  const latest = conversation.messages.at(-1);
  const nano = latest === undefined ? '0' : String(nanoOf(latest));
  return {
    id: conversation.conversationId,
    to_id: numericId(conversation.buyer.buyerId),
    to_name: conversation.buyer.name,
    to_avatar: conversation.buyer.avatarUrl ?? '',
    shop_id: numericId(shop.shopId),
    shop_name: shop.name,
    status: statusWord(conversation),
    unread_count: unreadCountOf(context.world, conversation),
    pinned: conversation.isPinned,
    mute: false,
    latest_message_id: latest?.messageId ?? '',
    latest_message_type: latest?.kind ?? '',
    latest_message_content: latest?.content ?? {},
    latest_message_from_id: latest === undefined ? 0 : fromId(shop, conversation, latest),
    last_message_time: new Date(latest?.acceptedAt ?? 0).toISOString(),
    last_message_time_nano: nano,
    last_message_option: 0,
    max_general_option_hide_time: 0,
    last_read_message_id: conversation.sellerReadMessageId ?? NO_MESSAGE,
    opposite_last_deliver_msg_id: conversation.buyerReadMessageId ?? NO_MESSAGE,
    opposite_last_read_msg_id: conversation.buyerReadMessageId ?? NO_MESSAGE,
    next_timestamp: Math.floor((latest?.acceptedAt ?? 0) / 1_000),
    next_timestamp_nano: nano,
    flag: 0,
    auto_translation: false,
    biz_id: 0,
  };
}

/** Ours: the number of the sender of messages that neither side wrote. */
const SYSTEM_ID = 0n;

function fromId(shop: Shop, conversation: Conversation, message: Message): bigint {
  if (message.from === 'system') return SYSTEM_ID;
  return numericId(isFromShop(message) ? shop.userId : conversation.buyer.buyerId);
}

export function messageView(
  context: ShopeeContext,
  shop: Shop,
  conversation: Conversation,
  message: Message,
): Record<string, unknown> {
  const key = message.idempotencyKey ?? '';
  const requestId = context.withoutKey.has(key) ? '' : key;
  const shopIsAuthor = isFromShop(message);
  return {
    id: message.messageId,
    request_id: requestId,
    conversation_id: conversation.conversationId,
    shop_id: numericId(shop.shopId),
    type: message.kind,
    content: { ...message.content, ...(requestId === '' ? {} : { uid: requestId }) },
    from_id: fromId(shop, conversation, message),
    to_id: numericId(shopIsAuthor ? conversation.buyer.buyerId : shop.userId),
    from_shop_id: shopIsAuthor ? numericId(shop.shopId) : 0,
    to_shop_id: shopIsAuthor ? 0 : numericId(shop.shopId),
    created_timestamp: Math.floor(message.acceptedAt / 1_000),
    created_at: new Date(message.acceptedAt).toISOString(),
    status: 'normal',
    // The web page sends "minichat". ours: the name for the phone.
    source: message.from === 'seller' ? 'minichat' : 'app',
    source_type: '',
    source_content: {},
    message_option: 0,
    IsAutoReply: false,
    country: shop.country,
  };
}

/** The answer to POST messages; "waring" is Shopee's spelling. */
export function sentView(context: ShopeeContext, shop: Shop, conversation: Conversation, message: Message): unknown {
  const view = messageView(context, shop, conversation, message);
  return {
    id: view.id,
    request_id: message.idempotencyKey ?? '',
    to_id: view.to_id,
    to_id_status: 'normal',
    type: view.type,
    content: view.content,
    conversation_id: view.conversation_id,
    created_timestamp: view.created_timestamp,
    created_at: view.created_at,
    source_content: view.source_content,
    source_type: view.source_type,
    message_option: view.message_option,
    msg_tag: 0,
    waring_tip_types: [],
  };
}
