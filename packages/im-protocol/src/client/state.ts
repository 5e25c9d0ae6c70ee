import type { PropertyContent } from './command-content.ts';

/**
 * A client's state of one user's chats: only data from the server, folded by `reduce`. Immutable; unchanged parts stay
 * the same objects. 64-bit numbers are bigint; indexes are microseconds in practice.
 */
export interface ClientState {
  readonly userId: bigint;
  /** Per-user cursor: every log entry up to here is applied. Null before the first list (203). */
  readonly cursor: bigint | null;
  /** By conversation_id. */
  readonly conversations: ReadonlyMap<string, ConversationState>;
  /** By `markKey`: unlabelled marks as fetched, all marks as the log told them; null before they were fetched. */
  readonly marks: ReadonlyMap<string, MarkState> | null;
  /** Users on the caller's own blocklist; null before it was fetched. */
  readonly blockedUsers: ReadonlySet<bigint> | null;
  /** The stranger inbox by conversation_id; null before it was fetched. */
  readonly strangers: ReadonlyMap<string, StrangerState> | null;
}

export interface ConversationState {
  readonly conversationId: string;
  readonly shortId: bigint;
  /** ConversationType. */
  readonly type: number;
  readonly ticket: string;
  /** False once the caller has left or was removed. */
  readonly isMember: boolean;
  readonly isDissolved: boolean;
  /** Null before it was received. */
  readonly core: CoreState | null;
  readonly setting: SettingState | null;
  /** The caller's own read index, which only rises. Messages up to `minIndex` are not shown. */
  readonly readIndex: bigint;
  readonly minIndex: bigint;
  /** The read indexes of all members, as far as known; they only rise. */
  readonly readIndexes: ReadonlyMap<bigint, bigint>;
  readonly minIndexes: ReadonlyMap<bigint, bigint>;
  /** Null before they were fetched. */
  readonly participants: ReadonlyMap<bigint, ParticipantState> | null;
  /** By rising index. */
  readonly messages: readonly MessageState[];
  /** Server ids of messages that the caller deleted: a page that was requested earlier must not bring them back. */
  readonly deleted: ReadonlySet<bigint>;
  /** Known versions of messages that are not held (null: unknown version): an older page must not pass as current. */
  readonly toldVersions: ReadonlyMap<bigint, bigint | null>;
}

export interface CoreState {
  readonly version: bigint;
  readonly name: string;
  readonly desc: string;
  readonly icon: string;
  readonly notice: string;
  readonly ext: Readonly<Record<string, string>>;
  readonly owner: bigint;
  readonly isBlocked: boolean;
  readonly isBlockedNormalOnly: boolean;
  readonly mode: number;
}

export interface SettingState {
  readonly version: bigint;
  readonly isMuted: boolean;
  readonly isPinned: boolean;
  readonly isFavorite: boolean;
  readonly pinnedAt: bigint;
  readonly favoriteAt: bigint;
  readonly ext: Readonly<Record<string, string>>;
}

export interface ParticipantState {
  readonly role: number;
  readonly alias: string;
  readonly isBlocked: boolean;
}

export interface MessageState {
  readonly serverMessageId: bigint;
  readonly index: bigint;
  /** Empty when the sender set none. */
  readonly clientMessageId: string;
  readonly sender: bigint;
  readonly messageType: number;
  /** Removed, like `ext`, when the message is recalled. */
  readonly content: string;
  readonly ext: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly createdAt: bigint;
  readonly version: bigint;
  readonly isRecalled: boolean;
  readonly properties: ReadonlyMap<string, readonly PropertyContent[]>;
  /** Server id of the quoted message. */
  readonly quotedId: bigint | null;
}

export interface MarkState {
  readonly messageId: bigint;
  /** ActionType: favourite 1, pin 2, unread 3. */
  readonly action: number;
  /** The caller's own label; 0 for none. */
  readonly tag: bigint;
}

export interface StrangerState {
  readonly conversationId: string;
  readonly shortId: bigint;
  readonly unread: number;
  readonly lastMessageId: bigint | null;
}

export const emptyClientState = (userId: bigint): ClientState => ({
  userId,
  cursor: null,
  conversations: new Map(),
  marks: null,
  blockedUsers: null,
  strangers: null,
});

export const markKey = ({ messageId, action, tag }: MarkState): string => `${messageId}:${action}:${tag}`;

/** Number of messages of others after the read index and the min index that were not recalled. */
export const unreadCount = ({ userId }: ClientState, { messages, readIndex }: ConversationState): number =>
  messages.filter(({ index, sender, isRecalled }) => index > readIndex && sender !== userId && !isRecalled).length;

/** Marks of held messages that can be shown. */
export function shownMarks({ marks, conversations }: ClientState): readonly MarkState[] {
  const held = new Set<bigint>();
  for (const { messages } of conversations.values())
    for (const { serverMessageId } of messages) held.add(serverMessageId);
  return [...(marks?.values() ?? [])].filter(({ messageId }) => held.has(messageId));
}

/** Position of the first message whose index is not below `index`. */
export function placeOf(messages: readonly MessageState[], index: bigint): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = messages[middle]?.index ?? 0n;
    if (at < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
