/** getHistoryConversation and getHistoryMsg: JSON views of what the chat protocol also gives (facts 6; shapes ours). */
import { z } from 'zod';
import type { ChatCall } from './chat-call.ts';
import { pigeonShopIdOf } from './context.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';
import { messageBody } from './wire.ts';

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

/** timeIndex: microseconds; 0 starts at the newest. */
export function historyConversations({ context, shop, query }: ChatCall): Envelope {
  const asked = conversationQuery.safeParse(query);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const { pageSize, direction } = asked.data;
  const timeIndex = BigInt(asked.data.timeIndex);
  const found = context.world
    .conversations('tiktok', shop.shopId)
    .map((conversation) => ({ conversation, newest: context.places.newest(conversation) }))
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

/** cursor: an index_in_conversation; 0 starts at the newest. Newest first, older only. */
export function historyMessages({ context, shop, query }: ChatCall): Envelope {
  const asked = messageQuery.safeParse(query);
  if (!asked.success || asked.data.pigeonShopId !== pigeonShopIdOf(shop)) {
    return failure(CODES.badRequest, 'invalid parameter');
  }
  const conversation = context.world.conversationWith('tiktok', shop.shopId, asked.data.pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  const cursor = BigInt(asked.data.cursor);
  const older = context.places.placed(conversation).filter(({ index }) => cursor === 0n || index < cursor);
  const page = older.slice(-asked.data.size).reverse();
  return success({
    messageList: page.map((placed) => {
      const body = messageBody(context, conversation, placed, shop);
      return Object.fromEntries(
        Object.entries(body).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]),
      );
    }),
    cursor: String(page.at(-1)?.index ?? cursor),
    hasMore: page.length < older.length,
  });
}
