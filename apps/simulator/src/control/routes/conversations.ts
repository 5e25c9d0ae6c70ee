import type { ChatView, Conversation, Message } from '../../world/types.ts';
import { type ControlContext, requireConversation } from '../context.ts';
import { badRequest } from '../errors.ts';
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

/** The view for a marketplace whose chat has none of these. */
const PLAIN: ChatView = { isMuted: false, isFavorite: false, isSellerTyping: false, marks: [] };

function viewOf(conversation: Conversation, chat: ChatView, unreadCount: number, limit: number) {
  const { conversationId, marketplace, shopId, buyer, status, isPinned } = conversation;
  const { sellerReadMessageId, buyerReadMessageId } = conversation;
  return {
    conversationId,
    marketplace,
    shopId,
    buyerId: buyer.buyerId,
    status,
    isPinned,
    ...chat,
    marks: [...chat.marks],
    unreadCount,
    sellerReadMessageId,
    buyerReadMessageId,
    messages: conversation.messages.slice(-limit).map((message) => ({
      messageId: message.messageId,
      from: message.from,
      kind: message.kind,
      content: message.content,
      acceptedAt: message.acceptedAt,
      status: message.status,
      quote: message.quote,
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
      const chat = context.hands.get(query.marketplace)?.view(conversation) ?? PLAIN;
      const limit = query.limit ?? conversation.messages.length;
      return viewOf(conversation, chat, context.world.unreadCount(conversation), limit);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/conversations',
    summary: 'Closes a conversation, makes it active again, or archives it (Shopee only)',
    params: noParams,
    query: noQuery,
    body: changeStatusSchema,
    response: changeStatusSchema,
    handle({ body }) {
      const { marketplace, conversationId } = requireConversation(context, body);
      if (body.status === 'archived' && marketplace !== 'shopee') {
        throw badRequest(`status: ${marketplace} archives no conversations`);
      }
      context.world.setStatus(marketplace, conversationId, body.status, body.at);
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
