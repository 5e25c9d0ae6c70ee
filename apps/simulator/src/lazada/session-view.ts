import type { Conversation, Shop } from '../world/types.ts';
import { BUYER_TYPE, SELLER_TYPE, SESSION_TYPE, sessionIdOf } from './session-id.ts';
import { previewOf } from './templates.ts';

/** Ours: the only namespace here; this number was seen on the sibling marketplace. */
export const NAMESPACE = 2;
/** Ours: the `status` of a session that takes no messages; 0 was seen for an open session. */
const STATUS_CLOSED = 1;

/** The time of the message with this id, 0 for null: positions on this marketplace are times. */
export function positionOf(conversation: Conversation, messageId: string | null): number {
  if (messageId === null) return 0;
  return conversation.messages.find((message) => message.messageId === messageId)?.acceptedAt ?? 0;
}

export const lastMessageTimeOf = (conversation: Conversation): number => conversation.messages.at(-1)?.acceptedAt ?? 0;

/** Ours: the tag is known, and not whom the marketplace gives it. Here every twentieth buyer or so has it. */
const isOfficial = ({ buyer }: Conversation): boolean => BigInt(buyer.buyerId) % 20n === 7n;

/** A row of the session list (facts 2.2): times and positions are text, `serverTime` and versions are numbers. */
export function sessionView(conversation: Conversation, shop: Shop, unread: number, now: number): object {
  const last = conversation.messages.at(-1);
  const isFromBuyer = last?.from === 'buyer';
  const lastMessageTime = lastMessageTimeOf(conversation);
  return {
    entityId: conversation.conversationId,
    namespace: NAMESPACE,
    realSessionId: conversation.conversationId,
    sessionId: sessionIdOf(conversation, shop),
    serverTime: now,
    status: conversation.status === 'closed' ? STATUS_CLOSED : 0,
    tag: 0,
    type: SESSION_TYPE,
    target: { targetId: conversation.buyer.buyerId, userAccountType: BUYER_TYPE },
    sessionData: {
      title: conversation.buyer.name,
      headUrl: conversation.buyer.avatarUrl ?? '',
      content: last === undefined ? '' : previewOf(last),
      nonReadNumber: unread,
      senderId: isFromBuyer ? conversation.buyer.buyerId : shop.userId,
      senderAccountType: String(isFromBuyer ? BUYER_TYPE : SELLER_TYPE),
      lastMessageTime: String(lastMessageTime),
      lastMessageId: last?.messageId ?? '',
      selfPosition: String(positionOf(conversation, conversation.sellerReadMessageId)),
      toPosition: String(positionOf(conversation, conversation.buyerReadMessageId)),
      country: shop.country,
      viewModifyTime: lastMessageTime,
      version: now,
      tags: [...(isFromBuyer ? ['un-replied'] : []), ...(isOfficial(conversation) ? ['official'] : [])],
      sellerId: shop.userId,
      buyerAppUrl: '',
      silenced: false,
      top: conversation.isPinned,
    },
  };
}
