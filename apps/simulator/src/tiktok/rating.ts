/**
 * The rating of a service session. Ours: that a shop asks for it, the refusals, and the day within which a closed session
 * may be rated.
 */
import type { Conversation, Message, World } from '../world/types.ts';

export const RATING_CARD = 'invite_comment_v2';
const RATED_WITHIN_MS = 86_400_000;

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
