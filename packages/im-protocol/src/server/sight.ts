/** Which users see a message, and which messages are unread. */
import type { UserId } from './entries.ts';
import type { Conversation, Member, Message } from './state.ts';

/** By the sender's lists only; the sender always sees the message. */
export const isVisibleTo = (message: Message, userId: UserId): boolean =>
  message.sender === userId ||
  (!message.invisibleTo.has(userId) && (message.visibleTo === null || message.visibleTo.has(userId)));

/** Messages of a member's history: visible, above the min index, not deleted by this member. Recalled messages stay. */
export const isSeenBy = (message: Message, member: Member): boolean =>
  message.index > member.minIndex && !message.deletedFor.has(member.userId) && isVisibleTo(message, member.userId);

/** The messages that the member sees, by rising index. */
export const seenBy = (conversation: Conversation, member: Member): readonly Message[] =>
  conversation.messages.filter((message) => isSeenBy(message, member));

export function lastSeenBy(conversation: Conversation, member: Member): Message | null {
  return conversation.messages.findLast((message) => isSeenBy(message, member)) ?? null;
}

/** IM-V41: of others, above the read index and the min index, not recalled, and counted. */
export const isUnreadFor = (message: Message, member: Member): boolean =>
  message.index > member.readIndex &&
  message.sender !== member.userId &&
  message.recalledBy === null &&
  !message.isUncounted &&
  isSeenBy(message, member);

export function unreadOf(conversation: Conversation, member: Member): number {
  let count = 0;
  for (let place = conversation.messages.length - 1; place >= 0; place -= 1) {
    const message = conversation.messages[place];
    if (message === undefined || message.index <= member.readIndex || message.index <= member.minIndex) break;
    if (isUnreadFor(message, member)) count += 1;
  }
  return count;
}

/** The newest index of the conversation; 0 without messages. */
export const newestIndex = (conversation: Conversation): bigint => conversation.messages.at(-1)?.index ?? 0n;
