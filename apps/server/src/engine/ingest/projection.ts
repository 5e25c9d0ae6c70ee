import type {
  Author,
  ConversationFacts,
  ConversationStatus,
  DomainEvent,
  MessageContent,
  MessageStatus,
} from '@pasar/domain';
import { toLastMessage } from '../../records/rows.ts';

/**
 * A conversation's counters as a function of the facts, in whatever order they arrive: the same facts in another order
 * give the same state. Where the order matters and a fact comes late, `isRecountNeeded` asks for an exact count from
 * the rows.
 */
export interface ConversationProjection {
  readonly status: ConversationStatus;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  readonly buyerName: string;
  readonly buyerAvatarUrl: string | null;
  readonly unreadCount: number;
  readonly isMarkedUnread: boolean;
  readonly waitingSince: number | null;
  readonly buyerWroteAt: number | null;
  readonly lastReplyPosition: bigint | null;
  /** Messages up to here need no answer, as a member said. */
  readonly setAsidePosition: bigint | null;
  /** Up to where a person has deleted the conversation. */
  readonly deletedPosition: bigint | null;
  readonly lastMessageAt: number;
  readonly lastPosition: bigint | null;
  readonly lastMessage: unknown;
  readonly sellerReadPosition: bigint | null;
  readonly buyerReadPosition: bigint | null;
  readonly isRecountNeeded: boolean;
}

export interface NewMessage {
  readonly position: bigint;
  readonly sentAt: number;
  readonly author: Author;
  readonly content: MessageContent;
  readonly status: MessageStatus;
}

const isBehind = (position: bigint, mark: bigint | null): boolean => mark === null || position > mark;

/** A new message. Only a person's answer is a reply: after a robot's answer the buyer still waits. */
export function withMessage(state: ConversationProjection, message: NewMessage): ConversationProjection {
  const isNewest = isBehind(message.position, state.lastPosition);
  const newest = {
    ...(isNewest && {
      lastPosition: message.position,
      lastMessageAt: message.sentAt,
      lastMessage: toLastMessage(message.author, message.content, message.status),
    }),
    // A message that was withdrawn tells that the buyer wrote, too.
    ...(message.author === 'buyer' && { buyerWroteAt: Math.max(state.buyerWroteAt ?? message.sentAt, message.sentAt) }),
  };
  // A message that was withdrawn before it was stored leaves no buyer waiting.
  if (message.status !== 'available') return { ...state, ...newest };
  if (message.author === 'buyer') {
    const isUnread = isBehind(message.position, state.sellerReadPosition);
    const isWaiting =
      isBehind(message.position, state.lastReplyPosition) && isBehind(message.position, state.setAsidePosition);
    return {
      ...state,
      ...newest,
      unreadCount: state.unreadCount + (isUnread ? 1 : 0),
      waitingSince: isWaiting ? Math.min(state.waitingSince ?? message.sentAt, message.sentAt) : state.waitingSince,
    };
  }
  // A request to rate answers nothing.
  if (
    message.author === 'seller' &&
    message.content.type !== 'rating' &&
    isBehind(message.position, state.lastReplyPosition)
  ) {
    return {
      ...state,
      ...newest,
      lastReplyPosition: message.position,
      waitingSince: isNewest ? null : state.waitingSince,
      isRecountNeeded: state.isRecountNeeded || !isNewest,
    };
  }
  return { ...state, ...newest };
}

/** A stored message is withdrawn: it no longer counts, and the list shows that it is gone. */
export function withWithdrawn(state: ConversationProjection, message: NewMessage): ConversationProjection {
  const isLast = message.position === state.lastPosition;
  return {
    ...state,
    lastMessage: isLast ? toLastMessage(message.author, message.content, message.status) : state.lastMessage,
    isRecountNeeded: state.isRecountNeeded || message.author === 'buyer',
  };
}

/**
 * Old messages are deleted; `newest` is the newest that is left. Positions and times stay, so that read marks, the order of
 * the lists and the comparison with the marketplace go on as before; what no message is behind is counted no more.
 */
export function withForgotten(state: ConversationProjection, newest: NewMessage | null): ConversationProjection {
  const isLastLeft = newest !== null && newest.position === state.lastPosition;
  return {
    ...state,
    lastMessage: isLastLeft ? state.lastMessage : newest && toLastMessage(newest.author, newest.content, newest.status),
    isRecountNeeded: true,
  };
}

/** Read marks only move forward. */
export function withSellerRead(state: ConversationProjection, position: bigint): ConversationProjection {
  if (!isBehind(position, state.sellerReadPosition)) return state;
  const isAll = state.lastPosition === null || position >= state.lastPosition;
  return {
    ...state,
    sellerReadPosition: position,
    isMarkedUnread: false,
    unreadCount: isAll ? 0 : state.unreadCount,
    isRecountNeeded: state.isRecountNeeded || (!isAll && state.unreadCount > 0),
  };
}

export function withBuyerRead(state: ConversationProjection, position: bigint): ConversationProjection {
  return isBehind(position, state.buyerReadPosition) ? { ...state, buyerReadPosition: position } : state;
}

/**
 * Applies a conversation of a marketplace's list. The list's unread count is ignored, because Pasar derives its own
 * from messages and read marks. A setting whose wish is still on its way keeps its value, because the list may be older
 * than the wish.
 */
export function withListing(
  state: ConversationProjection,
  facts: ConversationFacts,
  wished: ReadonlySet<string>,
): ConversationProjection {
  let next: ConversationProjection = {
    ...state,
    status: facts.status,
    isPinned: wished.has('pin') ? state.isPinned : (facts.isPinned ?? state.isPinned),
    isMuted: wished.has('mute') ? state.isMuted : (facts.isMuted ?? state.isMuted),
    isFavorite: wished.has('favorite') ? state.isFavorite : (facts.isFavorite ?? state.isFavorite),
    buyerName: facts.buyer.name || state.buyerName,
    buyerAvatarUrl: facts.buyer.avatarUrl ?? state.buyerAvatarUrl,
    lastMessageAt: Math.max(state.lastMessageAt, state.lastPosition === null ? (facts.lastMessageAt ?? 0) : 0),
  };
  if (facts.sellerReadPosition !== null) next = withSellerRead(next, BigInt(facts.sellerReadPosition));
  if (facts.buyerReadPosition !== null) next = withBuyerRead(next, BigInt(facts.buyerReadPosition));
  return next;
}

/** A person of the shop deleted it at the marketplace. A buyer who waits would be forgotten, and stays in the queue. */
function withDeleted(
  state: ConversationProjection,
  position: bigint,
  wished: ReadonlySet<string>,
): ConversationProjection {
  if (state.waitingSince !== null || wished.has('deleteConversation')) return state;
  if (!isBehind(position, state.deletedPosition)) return state;
  return { ...withSellerRead(state, position), deletedPosition: position };
}

/** Events about a conversation as a whole. */
export type ConversationEvent = Extract<DomainEvent, { kind: `conversation.${string}` }>;

/** Applies every event except messages, which are projected only when their rows really changed. */
export function withEvent(
  state: ConversationProjection,
  event: ConversationEvent,
  wished: ReadonlySet<string>,
): ConversationProjection {
  switch (event.kind) {
    case 'conversation.listed':
      return withListing(state, event.conversation, wished);
    case 'conversation.readBySeller':
      return withSellerRead(state, BigInt(event.position));
    case 'conversation.markedUnread':
      return { ...state, isMarkedUnread: state.isMarkedUnread || state.unreadCount === 0 };
    case 'conversation.readByBuyer':
      return withBuyerRead(state, BigInt(event.position));
    case 'conversation.pinned':
      return { ...state, isPinned: event.isPinned };
    case 'conversation.muted':
      return { ...state, isMuted: event.isMuted };
    case 'conversation.favorited':
      return { ...state, isFavorite: event.isFavorite };
    case 'conversation.deleted':
      return withDeleted(state, BigInt(event.position), wished);
    case 'conversation.typing':
      // A moment: the runner passes it on, and it is not stored.
      return state;
    case 'conversation.statusChanged':
      return { ...state, status: event.status };
  }
}
