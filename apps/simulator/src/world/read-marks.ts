/** Read positions of each side: message ids that only move forward. */
import { WorldError } from './errors.ts';
import type { Conversation } from './types.ts';

/** The newest message that is not newer than the id; a client may name an id that this world has never had. */
export function newestUpTo(conversation: Conversation, messageId: string): string | null {
  if (!/^[0-9]{1,20}$/.test(messageId)) throw new WorldError('badMessageId', `"${messageId}" is no message id`);
  const limit = BigInt(messageId);
  return conversation.messages.findLast((message) => BigInt(message.messageId) <= limit)?.messageId ?? null;
}

export const isForward = (from: string | null, to: string): boolean => from === null || BigInt(to) > BigInt(from);

/** Ours: a conversation that was marked as unread by hand counts as one unread message. */
export function unreadCount(conversation: Conversation): number {
  const read = conversation.sellerReadMessageId;
  let count = 0;
  for (let at = conversation.messages.length - 1; at >= 0; at -= 1) {
    const message = conversation.messages[at];
    if (message === undefined || (read !== null && !isForward(read, message.messageId))) break;
    if (message.from === 'buyer' && message.status === 'available') count += 1;
  }
  return conversation.isMarkedUnread ? Math.max(1, count) : count;
}
