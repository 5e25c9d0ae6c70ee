import type { ConversationView, MessageView } from '@pasar/api';
import { comparePositions, type Position } from '@pasar/domain';

/** A shop's counters, from its conversations. */
export const countersOf = (conversations: readonly ConversationView[]) => ({
  unreadCount: conversations.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
  waitingCount: conversations.filter(({ waitingSince }) => waitingSince !== null).length,
  firstDueAt: conversations.reduce<number | null>(
    (first, { dueAt }) => (dueAt === null ? first : Math.min(first ?? dueAt, dueAt)),
    null,
  ),
});

/** A buyer who waits, by a rule of twelve hours. */
export const waitOf = (waitingSince: number | null) => ({
  waitingSince,
  dueAt: waitingSince === null ? null : waitingSince + 12 * 3_600_000,
});

/** Messages of the buyer after a position. */
export const unreadAfter = (messages: readonly MessageView[] | undefined, readTo: Position): number =>
  (messages ?? []).filter(({ author, position }) => author === 'buyer' && comparePositions(position, readTo) > 0)
    .length;

/** What a conversation's row says of its newest message. */
export function lastOf(message: MessageView) {
  const { author, content, status, sentAt } = message;
  const text = content.type === 'text' ? content.text : null;
  const placeholder = content.type === 'placeholder' ? content.kind : null;
  const isWaiting = author === 'buyer';
  return {
    isUnreply: isWaiting,
    ...waitOf(isWaiting ? sentAt : null),
    lastMessageAt: sentAt,
    lastMessage: { author, text, placeholder, status },
  };
}
