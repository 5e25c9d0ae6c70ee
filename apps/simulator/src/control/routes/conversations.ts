import type { Conversation, Message } from '../../world/types.ts';
import { type ControlContext, requireConversation } from '../context.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import {
  changeStatusSchema,
  conversationQuerySchema,
  conversationSchema,
  readSchema,
  readUpToSchema,
} from '../schemas.ts';

const isUpTo = (mark: string | null, { messageId }: Message): boolean =>
  mark !== null && BigInt(messageId) <= BigInt(mark);

function viewOf(conversation: Conversation, unreadCount: number, limit: number) {
  const { conversationId, marketplace, shopId, buyer, status, isPinned } = conversation;
  const { sellerReadMessageId, buyerReadMessageId } = conversation;
  return {
    conversationId,
    marketplace,
    shopId,
    buyerId: buyer.buyerId,
    status,
    isPinned,
    unreadCount,
    sellerReadMessageId,
    buyerReadMessageId,
    messages: conversation.messages.slice(-limit).map((message) => ({
      messageId: message.messageId,
      from: message.from,
      kind: message.kind,
      content: message.content,
      acceptedAt: message.acceptedAt,
      isReadBySeller: isUpTo(sellerReadMessageId, message),
      isReadByBuyer: isUpTo(buyerReadMessageId, message),
    })),
  };
}

export const conversationRoutes = (context: ControlContext): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/sim/conversations',
    summary: 'One conversation with its messages and how far each side has read',
    params: noParams,
    query: conversationQuerySchema,
    body: noBody,
    response: conversationSchema,
    handle({ query }) {
      const conversation = requireConversation(context, query);
      return viewOf(conversation, context.world.unreadCount(conversation), query.limit ?? conversation.messages.length);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/conversations',
    summary: 'Closes a conversation, or makes it active again',
    params: noParams,
    query: noQuery,
    body: changeStatusSchema,
    response: changeStatusSchema,
    handle({ body }) {
      const { marketplace, conversationId } = requireConversation(context, body);
      context.world.setStatus(marketplace, conversationId, body.status);
      return body;
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/reads',
    summary: 'The buyer, or the seller in the own app, has read everything up to now',
    params: noParams,
    query: noQuery,
    body: readSchema,
    response: readUpToSchema,
    handle({ body }) {
      const { marketplace, conversationId, messages } = requireConversation(context, body);
      const newest = messages.at(-1);
      if (newest === undefined) return { messageId: null };
      const { world } = context;
      if (body.by === 'buyer') world.readByBuyer(marketplace, conversationId, newest.messageId);
      else world.readBySeller(marketplace, conversationId, newest.messageId);
      return { messageId: newest.messageId };
    },
  }),
];
