/**
 * The end of a service session, its new beginning, and its rating. Only `closeConversation` with the buyer's id is known
 * (facts 3.2); all else is ours: when a reason is asked for, the codes of the reasons, the refusals, and the day within
 * which the service may be rated.
 */
import { z } from 'zod';
import type { Conversation, Message, World } from '../world/types.ts';
import type { ChatCall } from './chat-call.ts';
import type { TiktokContext } from './context.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';

export const RATING_CARD = 'invite_comment_v2';
const RATED_WITHIN_MS = 86_400_000;
const OTHER = 99;
const REASON_CODES: ReadonlySet<number> = new Set([1, 2, 3, 4, OTHER]);

const closing = z.object({ pigeonUid: z.string(), reasonCode: z.int().optional(), reasonText: z.string().default('') });
const restart = z.object({ pigeonUid: z.string() });

export function closeConversation({ context, shop, body }: ChatCall): Envelope {
  const asked = closing.safeParse(body);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const { pigeonUid, reasonCode, reasonText } = asked.data;
  const conversation = context.world.conversationWith('tiktok', shop.shopId, pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  if (conversation.status === 'closed') return success({});
  const isFilled =
    reasonCode !== undefined && REASON_CODES.has(reasonCode) && (reasonCode !== OTHER || reasonText !== '');
  if (!isFilled && (reasonCode !== undefined || needsReason(context, conversation))) {
    return failure(CODES.reasonForm, 'submit the reason code form');
  }
  context.world.setStatus('tiktok', conversation.conversationId, 'closed');
  return success({});
}

export function restartConversation({ context, shop, body }: ChatCall): Envelope {
  const asked = restart.safeParse(body);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const conversation = context.world.conversationWith('tiktok', shop.shopId, asked.data.pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  if (context.seats.has(conversation.conversationId)) {
    return failure(CODES.seatChatting, 'another customer service is chatting');
  }
  context.world.setStatus('tiktok', conversation.conversationId, 'activated');
  return success({});
}

/** The buyer has written last, or a case of the buyer is open. */
function needsReason({ trade }: TiktokContext, { shopId, buyer, messages }: Conversation): boolean {
  const last = messages.findLast(({ from }) => from !== 'system');
  const isCaseOpen = trade
    .of('tiktok', shopId)
    .orders.some(
      ({ buyerId, status }) => buyerId === buyer.buyerId && (status === 'cancelRequested' || status === 'returning'),
    );
  return last?.from === 'buyer' || isCaseOpen;
}

export const isRatingCard = ({ kind, from }: Message): boolean => kind === RATING_CARD && from === 'seller';

/** Why the shop may not ask for a rating now; null where it may. A card that comes again with its key is no second one. */
export function ratingRefusal(world: World, conversation: Conversation, key: string, now: number): string | null {
  const { beganAt, closedAt } = sessionOf(world, conversation);
  if (closedAt !== null && now - closedAt > RATED_WITHIN_MS) return 'rating_card_too_late';
  const isSent = conversation.messages.some(
    (message) => isRatingCard(message) && message.acceptedAt >= beganAt && message.idempotencyKey !== key,
  );
  return isSent ? 'rating_card_repeated' : null;
}

/** When the newest service session began, and when it was closed; null while it goes on. */
function sessionOf({ facts }: World, { conversationId, status, messages }: Conversation) {
  const changes = facts.flatMap((fact) =>
    fact.type === 'status' && fact.marketplace === 'tiktok' && fact.conversationId === conversationId ? [fact] : [],
  );
  const last = changes.at(-1);
  const beganAt = changes.findLast((change) => change.status === 'activated')?.at ?? 0;
  return { beganAt, closedAt: status === 'closed' ? (last?.at ?? messages.at(-1)?.acceptedAt ?? 0) : null };
}
