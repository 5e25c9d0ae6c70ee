/** A row of the session list, which session updates repeat (facts 2.2). */
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  type ConversationFacts,
  type PlatformShopId,
} from '@pasar/domain';
import { z } from 'zod';
import { type Read, unreadable } from '../calls/reading/message.ts';
import { BUYER_TYPE } from '../wire/apis.ts';
import { describeIssues, wireFlag, wireId, wireInt, wireMilliseconds } from '../wire/fields.ts';
import { positionOfTime } from '../wire/position.ts';

const rowSchema = z.object({
  sessionId: wireId,
  status: wireInt.nullish(),
  target: z.object({ targetId: wireId, userAccountType: wireInt }),
  sessionData: z.object({
    title: z.string().nullish(),
    headUrl: z.string().nullish(),
    nonReadNumber: wireInt.nullish(),
    lastMessageId: z.union([wireId, z.literal('')]).nullish(),
    lastMessageTime: wireMilliseconds.nullish(),
    selfPosition: wireMilliseconds.nullish(),
    toPosition: wireMilliseconds.nullish(),
    top: wireFlag.nullish(),
    tags: z.array(z.string()).nullish(),
  }),
});
/** Ours: `status` of a session that takes no messages; 0 is seen for an open session. */
const STATUS_CLOSED = 1;

/** Pasar knows by the messages which session is unreplied. */
const UNREPLIED_TAG = 'un-replied';

/** A read mark of 0 means that nothing was read, and is not a position. */
const mark = (milliseconds: number | null | undefined) => (milliseconds ? positionOfTime(milliseconds) : null);

export function fromWireSession(row: unknown, shop: PlatformShopId): Read<ConversationFacts> {
  const parsed = rowSchema.safeParse(row);
  if (!parsed.success) return unreadable(`session: ${describeIssues(parsed.error)}`);
  const { sessionId, status, target, sessionData } = parsed.data;
  if (target.userAccountType !== BUYER_TYPE) return unreadable('session: the other side is no buyer');
  return {
    ok: true,
    value: {
      platformShopId: shop,
      platformConversationId: asPlatformConversationId(sessionId),
      buyer: {
        buyerId: asBuyerId(target.targetId),
        name: sessionData.title || target.targetId,
        avatarUrl: sessionData.headUrl || null,
      },
      status: status === STATUS_CLOSED ? 'closed' : 'activated',
      isPinned: sessionData.top ?? null,
      isMuted: null,
      isFavorite: null,
      unreadCount: sessionData.nonReadNumber ?? null,
      lastMessageId: sessionData.lastMessageId ? asPlatformMessageId(sessionData.lastMessageId) : null,
      lastMessageAt: sessionData.lastMessageTime || null,
      sellerReadPosition: mark(sessionData.selfPosition),
      buyerReadPosition: mark(sessionData.toPosition),
      ...(sessionData.tags ? { tags: sessionData.tags.filter((tag) => tag !== UNREPLIED_TAG) } : {}),
      // The session id is all that any call needs.
      address: {},
    },
  };
}
