/**
 * getHistoryConversation and getHistoryMsg: JSON views of data that the chat protocol gives, too (facts 6). ours: the
 * shapes.
 */
import { COMMANDS, create, type MessageBody, MessageDirection, RequestSchema } from '@pasar/im-protocol';
import { z } from 'zod';
import type { Conversation } from '../world/types.ts';
import type { ChatCall } from './chat-call.ts';
import type { TiktokContext } from './context.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';
import { namesOf } from './im-chat.ts';
import { pigeonShopIdOf } from './shops.ts';

const DIRECTION_NEWER = '2';
const wholeNumber = z.string().regex(/^[0-9]{1,19}$/);
const conversationQuery = z.object({
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  direction: z.string().default('1'),
  timeIndex: wholeNumber.default('0'),
});
const messageQuery = z.object({
  pigeonUid: z.string(),
  pigeonShopId: z.string(),
  cursor: wholeNumber.default('0'),
  direction: z.string().default('1'),
  size: z.coerce.number().int().min(1).max(100).default(20),
});

const newestOf = ({ im }: TiktokContext, { conversationId }: Conversation): bigint =>
  im.server.state.conversations.get(conversationId)?.messages.at(-1)?.index ?? 0n;

/** timeIndex: microseconds; 0 starts at the newest conversation. */
export function historyConversations({ context, shop, query }: ChatCall): Envelope {
  const asked = conversationQuery.safeParse(query);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const { pageSize, direction } = asked.data;
  const timeIndex = BigInt(asked.data.timeIndex);
  const found = context.world
    .conversations('tiktok', shop.shopId)
    .map((conversation) => ({ conversation, newest: newestOf(context, conversation) }))
    .filter(
      ({ newest }) => timeIndex === 0n || (direction === DIRECTION_NEWER ? newest > timeIndex : newest < timeIndex),
    )
    .sort((one, other) => (one.newest < other.newest ? 1 : -1));
  const page = found.slice(0, pageSize);
  return success({
    conversationList: page.map(({ conversation, newest }) => ({
      conversationShortId: conversation.conversationId,
      conversationId: conversation.conversationId,
      pigeonUid: conversation.buyer.buyerId,
      lastMessageTime: String(newest),
      unreadCount: context.world.unreadCount(conversation),
    })),
    hasMore: page.length < found.length,
    timeIndex: String(page.at(-1)?.newest ?? timeIndex),
  });
}

/**
 * cursor: an index_in_conversation; 0 starts at the newest message. Newest first, only older messages than the cursor.
 */
export function historyMessages({ context, shop, query }: ChatCall): Envelope {
  const asked = messageQuery.safeParse(query);
  if (!asked.success || asked.data.pigeonShopId !== pigeonShopIdOf(shop)) {
    return failure(CODES.badRequest, 'invalid parameter');
  }
  const conversation = context.world.conversationWith('tiktok', shop.shopId, asked.data.pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  const { number, request, response } = COMMANDS.messagesInConversation;
  const anchorIndex = BigInt(asked.data.cursor);
  const wanted = { ...namesOf(conversation), direction: MessageDirection.OLDER, anchorIndex, limit: asked.data.size };
  const { body } = context.im.serve(shop, create(RequestSchema, { cmd: number, body: request.fill(wanted) }));
  const page = response.read(body);
  if (page === undefined) return failure(CODES.badRequest, 'invalid parameter');
  return success({
    messageList: page.messages.map(listed),
    cursor: String(page.nextCursor),
    hasMore: page.hasMore,
  });
}

const listed = (body: MessageBody) => ({
  conversationId: body.conversationId,
  conversationType: body.conversationType,
  serverMessageId: String(body.serverMessageId),
  indexInConversation: String(body.indexInConversation),
  conversationShortId: String(body.conversationShortId),
  messageType: body.messageType,
  sender: String(body.sender),
  content: body.content,
  ext: body.ext,
  createTime: String(body.createTime),
  version: String(body.version),
  status: body.status,
});
