/** Commands 200, 203 and 301. */
import { type MessageBodyInit, MessageDirection, STATUS } from '@pasar/im-protocol';
import type { Conversation, Shop } from '../../world/types.ts';
import { conversationOf, type TiktokContext } from '../context.ts';
import type { Placed } from '../places.ts';
import { conversationInfo, messageBody } from '../wire.ts';
import { answer, type Handled, status } from './handled.ts';

/** facts 3.4: newer clients get ten conversations a page. */
const CONVERSATIONS_A_PAGE = 10;
/** ours: how many of the newest messages come with each conversation. */
const MESSAGES_A_CONVERSATION = 5;
const MAX_MESSAGES = 100;

const bodies = (
  context: TiktokContext,
  shop: Shop,
  conversation: Conversation,
  placed: readonly Placed[],
): MessageBodyInit[] => placed.map((item) => messageBody(context, conversation, item, shop));

/** ours: the cursor is the newest index of the last conversation given; conversations that share it come with it. */
export function messagesPerUserInit(context: TiktokContext, shop: Shop, body: { readonly cursor: bigint }): Handled {
  const left = context.world
    .conversations('tiktok', shop.shopId)
    .map((conversation) => ({ conversation, newest: context.places.newest(conversation) }))
    .sort((one, other) => (one.newest < other.newest ? 1 : one.newest > other.newest ? -1 : 0))
    .filter(({ newest }) => body.cursor === 0n || newest < body.cursor);
  const edge = left[CONVERSATIONS_A_PAGE - 1]?.newest ?? 0n;
  const page = left.filter(({ newest }) => newest >= edge);
  return answer({
    messagesPerUserInitV2Body: {
      messages: page.flatMap(({ conversation }) =>
        bodies(context, shop, conversation, context.places.placed(conversation).slice(-MESSAGES_A_CONVERSATION)),
      ),
      conversations: page.map(({ conversation }) => conversationInfo(context, conversation, shop)),
      perUserCursor: context.places.cursor(shop.shopId),
      nextCursor: page.at(-1)?.newest ?? 0n,
      hasMore: page.length < left.length,
    },
  });
}

/** Everything of the shop at or beyond the cursor, oldest first. */
export function messagesPerUser(
  context: TiktokContext,
  shop: Shop,
  body: { readonly cursor: bigint; readonly limit: number },
): Handled {
  const limit = Math.min(Math.max(body.limit, 1), MAX_MESSAGES);
  const found = context.world
    .conversations('tiktok', shop.shopId)
    .flatMap((conversation) =>
      context.places
        .placed(conversation)
        .filter(({ index }) => index >= body.cursor)
        .map((placed) => ({ conversation, placed })),
    )
    .sort((one, other) => (one.placed.index < other.placed.index ? -1 : 1));
  const page = found.slice(0, limit);
  return answer({
    messagesPerUserBody: {
      messages: page.map(({ conversation, placed }) => messageBody(context, conversation, placed, shop)),
      nextCursor: (page.at(-1)?.placed.index ?? body.cursor - 1n) + 1n,
      hasMore: page.length < found.length,
    },
  });
}

/** Newest first; the anchor itself is not given again (ours). An anchor of 0 starts at the newest. */
export function messagesInConversation(
  context: TiktokContext,
  shop: Shop,
  body: {
    readonly conversationId: string;
    readonly anchorIndex: bigint;
    readonly direction: MessageDirection;
    readonly limit: number;
  },
): Handled {
  const conversation = conversationOf(context, shop, body.conversationId);
  if (conversation === null) return status(STATUS.CONVERSATION_NOT_FOUND, 'conversation not found');
  const placed = context.places.placed(conversation);
  const limit = Math.min(Math.max(body.limit, 1), MAX_MESSAGES);
  if (body.direction === MessageDirection.NEWER) {
    const newer = placed.filter(({ index }) => index > body.anchorIndex);
    const page = newer.slice(0, limit);
    return answer({
      messagesInConversationBody: {
        messages: bodies(context, shop, conversation, page).reverse(),
        nextCursor: page.at(-1)?.index ?? body.anchorIndex,
        hasMore: page.length < newer.length,
      },
    });
  }
  const isFromLatest = body.direction === MessageDirection.FROM_LATEST || body.anchorIndex === 0n;
  const older = isFromLatest ? placed : placed.filter(({ index }) => index < body.anchorIndex);
  const page = older.slice(-limit).reverse();
  return answer({
    messagesInConversationBody: {
      messages: bodies(context, shop, conversation, page),
      nextCursor: page.at(-1)?.index ?? 0n,
      hasMore: page.length < older.length,
    },
  });
}
