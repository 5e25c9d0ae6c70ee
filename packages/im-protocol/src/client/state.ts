import type { PropertyContent } from './command-content.ts';

/**
 * What a client knows of one user's chats: only what the server said, folded by `reduce`. Immutable; parts that did not
 * change stay the same objects. 64-bit numbers are bigint, indexes are microseconds in practice.
 */
export interface ClientState {
  readonly userId: bigint;
  /** Per-user cursor: everything the user was told up to here is in. Null before the first list (203). */
  readonly cursor: bigint | null;
  /** By conversation_id. */
  readonly conversations: ReadonlyMap<string, ConversationState>;
  /** By `markKey`: unlabelled ones as they were fetched, all as the log told them; null before they were fetched. */
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
  /** Null before it was told. */
  readonly core: CoreState | null;
  readonly setting: SettingState | null;
  /** The caller's own; forward only. Messages up to `minIndex` are not shown. */
  readonly readIndex: bigint;
  readonly minIndex: bigint;
  /** Of everybody, as far as it was told; forward only. */
  readonly readIndexes: ReadonlyMap<bigint, bigint>;
  readonly minIndexes: ReadonlyMap<bigint, bigint>;
  /** Null before they were fetched. */
  readonly participants: ReadonlyMap<bigint, ParticipantState> | null;
  /** By rising index. */
  readonly messages: readonly MessageState[];
  /** Server ids of messages the caller deleted: pages that were under way must not bring them back. */
  readonly deleted: ReadonlySet<bigint>;
  /** Versions that were told of messages that are not held (null: some version): an older page must not pass for them. */
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
  /** Empty when the sender named none. */
  readonly clientMessageId: string;
  readonly sender: bigint;
  readonly messageType: number;
  /** Forgotten, like `ext`, when the message is recalled. */
  readonly content: string;
  readonly ext: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly createdAt: bigint;
  readonly version: bigint;
  readonly isRecalled: boolean;
  readonly properties: ReadonlyMap<string, readonly PropertyContent[]>;
  /** Server id of the message this one quotes. */
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

/** Messages of others behind the read index and the min index that were not recalled. */
export const unreadCount = ({ userId }: ClientState, { messages, readIndex }: ConversationState): number =>
  messages.filter(({ index, sender, isRecalled }) => index > readIndex && sender !== userId && !isRecalled).length;

/** Marks of messages that are held and can be shown. */
export function shownMarks({ marks, conversations }: ClientState): readonly MarkState[] {
  const held = new Set<bigint>();
  for (const { messages } of conversations.values())
    for (const { serverMessageId } of messages) held.add(serverMessageId);
  return [...(marks?.values() ?? [])].filter(({ messageId }) => held.has(messageId));
}

/** Place of the first message whose index is not below `index`. */
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
