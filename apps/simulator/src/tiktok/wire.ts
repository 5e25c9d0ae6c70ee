/** The world's conversations and messages as the chat protocol tells them. */
import { type ConversationInfoInit, MESSAGE_TYPE, type MessageBodyInit } from '@pasar/im-protocol';
import type { Conversation, Message, Shop } from '../world/types.ts';
import { pigeonCidOf, strike, type TiktokContext } from './context.ts';
import type { Placed } from './places.ts';

/** facts 3.4 and 4.8. */
const CONVERSATION_TYPE = 2;
const TICKET = 'deprecated';
const SENDER_ROLE: Readonly<Record<Message['from'], string>> = { buyer: '1', seller: '2', sellerApp: '2', system: '3' };
/** ours: robots and the marketplace itself speak as nobody in particular. */
const SYSTEM_SENDER = 1n;

const senderOf = (conversation: Conversation, message: Message, shop: Shop): bigint => {
  if (message.from === 'system') return SYSTEM_SENDER;
  return BigInt(message.from === 'buyer' ? conversation.buyer.buyerId : pigeonCidOf(shop));
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** Plain text, or a placeholder: what a card holds is in `ext` (facts 3.4). */
const contentOf = (message: Message): string =>
  message.kind === 'text' ? asText(message.content.text) : `[${message.kind}]`;

function extOf(
  context: TiktokContext,
  conversation: Conversation,
  message: Message,
  shop: Shop,
): Record<string, string> {
  const ext: Record<string, string> = {
    type: message.kind,
    PIGEON_BIZ_TYPE: '1',
    sender_role: SENDER_ROLE[message.from],
    shop_region: shop.country,
    's:server_message_id': message.messageId,
  };
  if (message.kind !== 'text') {
    for (const [key, value] of Object.entries(message.content)) ext[key] = asText(value);
  }
  if (message.from === 'buyer') ext.uname = conversation.buyer.name;
  if (message.from === 'seller' || message.from === 'sellerApp') {
    ext.sender_im_id = pigeonCidOf(shop);
    ext.sender_im_role = '2';
    ext.monitor_send_message_platform = message.from === 'seller' ? 'pc' : 'app';
  }
  if (message.idempotencyKey !== null && strike(context, 'keyNotEchoed', shop.shopId) === null) {
    ext['s:client_message_id'] = message.idempotencyKey;
  }
  return ext;
}

export const messageBody = (
  context: TiktokContext,
  conversation: Conversation,
  { message, index }: Placed,
  shop: Shop,
): MessageBodyInit => ({
  conversationId: conversation.conversationId,
  conversationType: CONVERSATION_TYPE,
  serverMessageId: BigInt(message.messageId),
  indexInConversation: index,
  conversationShortId: BigInt(conversation.conversationId),
  messageType: MESSAGE_TYPE.shopChat,
  sender: senderOf(conversation, message, shop),
  content: contentOf(message),
  ext: extOf(context, conversation, message, shop),
  createTime: BigInt(message.acceptedAt),
  version: 0n,
  status: 0,
});

const readIndex = (context: TiktokContext, conversation: Conversation, messageId: string | null): bigint =>
  messageId === null ? 0n : (context.places.indexOf(conversation, messageId) ?? 0n);

export const sellerReadIndex = (context: TiktokContext, conversation: Conversation): bigint =>
  readIndex(context, conversation, conversation.sellerReadMessageId);
export const buyerReadIndex = (context: TiktokContext, conversation: Conversation): bigint =>
  readIndex(context, conversation, conversation.buyerReadMessageId);

export function conversationInfo(context: TiktokContext, conversation: Conversation, shop: Shop): ConversationInfoInit {
  const ids = {
    conversationId: conversation.conversationId,
    conversationShortId: BigInt(conversation.conversationId),
    conversationType: CONVERSATION_TYPE,
  };
  const seller = { userId: BigInt(pigeonCidOf(shop)), role: 1 };
  const buyer = { userId: BigInt(conversation.buyer.buyerId), role: 0 };
  return {
    ...ids,
    ticket: TICKET,
    firstPageParticipants: { participants: [seller, buyer], hasMore: false },
    participantsCount: 2,
    isParticipant: true,
    inboxType: 0,
    badgeCount: context.world.unreadCount(conversation),
    userInfo: seller,
    conversationCoreInfo: {
      ...ids,
      // ours: whether the service session is open is told nowhere in the public shapes.
      ext: { status: conversation.status },
      owner: seller.userId,
    },
    conversationSettingInfo: {
      ...ids,
      minIndex: 0n,
      readIndex: sellerReadIndex(context, conversation),
      mute: 0,
      stickOnTop: 0,
      inboxType: 0,
      readBadgeCount: 0,
    },
  };
}
