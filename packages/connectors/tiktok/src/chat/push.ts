/** Turns a message of the shop's log into domain events. */

import { asBuyerId, asPlatformMessageId, type DomainEvent, type MessageFacts } from '@pasar/domain';
import type { MessageBody } from '@pasar/im-protocol';
import type { ShopAccess } from '../auth/shop-access.ts';
import { type Address, SHOP_CONVERSATION_TYPE, TICKET } from './conversation.ts';
import { fromWireMessage } from './message.ts';
import type { PushReading } from './reading.ts';

/** `isKnown`: conversations that this session has listed. A new conversation is listed with its first buyer message. */
export function fromWirePush(
  body: MessageBody,
  shop: ShopAccess,
  isKnown: (conversationId: string) => boolean,
): PushReading {
  const reading = fromWireMessage(body, shop);
  if (reading.kind === 'unreadable') return reading;
  const received: DomainEvent = { kind: 'message.received', message: reading.facts, via: 'live' };
  const isNews = reading.facts.author === 'buyer' && !isKnown(reading.facts.platformConversationId);
  const listed = isNews ? listedBy(body, reading.facts) : null;
  return { kind: 'events', events: listed === null ? [received] : [listed, received] };
}

/** A buyer's message carries the buyer's name as `uname`, which is enough to list a new conversation. */
function listedBy(body: MessageBody, facts: MessageFacts): DomainEvent | null {
  const name = body.ext.uname;
  if (name === undefined || body.sender <= 0n) return null;
  const address: Address = {
    shortId: String(body.conversationShortId),
    type: String(body.conversationType || SHOP_CONVERSATION_TYPE),
    ticket: TICKET,
    pigeonUid: String(body.sender),
  };
  return {
    kind: 'conversation.listed',
    conversation: {
      platformShopId: facts.platformShopId,
      platformConversationId: facts.platformConversationId,
      buyer: { buyerId: asBuyerId(String(body.sender)), name, avatarUrl: null },
      status: 'activated',
      isPinned: null,
      isMuted: null,
      isFavorite: null,
      unreadCount: null,
      lastMessageId: asPlatformMessageId(facts.platformMessageId),
      lastMessageAt: facts.sentAt,
      sellerReadPosition: null,
      buyerReadPosition: null,
      address,
    },
  };
}
