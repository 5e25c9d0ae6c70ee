/** The state, a fold over entries. Only the `apply*` files write to it. Ids are decimal texts, indexes bigint. */
import type { CallEntry, CommandEntry, MessageId, PropertyEntry, Quote, ShortId, Texts, UserId } from './entries.ts';

export interface Member {
  readonly userId: UserId;
  role: number;
  alias: string;
  /** Position in the list of participants; never reused. */
  readonly sortOrder: bigint;
  joinIndex: bigint;
  /** False once removed or left. */
  isIn: boolean;
  isStranger: boolean;
  /** Milliseconds, `FOREVER`, or null for no block. */
  blockedUntil: number | null;
  readIndex: bigint;
  minIndex: bigint;
  isMuted: boolean;
  /** Microseconds; 0 without a pin or favourite. */
  topTime: bigint;
  favoriteTime: bigint;
  settingVersion: bigint;
  settingExt: Texts;
  /**
   * The last event that brought the conversation (back) into this member's lists; 0 without an event since its
   * deletion.
   */
  activeIndex: bigint;
}

export interface Conversation {
  readonly shortId: ShortId;
  readonly id: string;
  readonly type: number;
  readonly creator: UserId;
  readonly isPersistent: boolean;
  readonly createdIndex: bigint;
  isDissolved: boolean;
  isBlocked: boolean;
  isBlockedNormalOnly: boolean;
  name: string;
  desc: string;
  icon: string;
  notice: string;
  ext: Texts;
  infoVersion: bigint;
  readonly members: Map<UserId, Member>;
  readonly present: Set<UserId>;
  /** By rising index. */
  readonly messages: Message[];
  nextSortOrder: bigint;
}

export interface Message {
  readonly id: MessageId;
  readonly shortId: ShortId;
  readonly index: bigint;
  /** Position in the conversation, from 1. */
  readonly order: bigint;
  readonly at: number;
  readonly sender: UserId;
  readonly messageType: number;
  readonly content: string;
  ext: Texts;
  readonly clientMessageId: string;
  readonly visibleTo: ReadonlySet<UserId> | null;
  readonly invisibleTo: ReadonlySet<UserId>;
  readonly quote: Quote | null;
  readonly isUncounted: boolean;
  version: bigint;
  recalledBy: UserId | null;
  readonly deletedFor: Set<UserId>;
  readonly properties: Map<string, readonly PropertyEntry[]>;
  readonly doneProperties: Set<string>;
}

export type LogItem =
  | { readonly kind: 'message'; readonly at: bigint; readonly messageId: MessageId }
  | { readonly kind: 'command'; readonly at: bigint; readonly command: CommandEntry };

export interface Mark {
  readonly shortId: ShortId;
  readonly messageId: MessageId;
  readonly action: number;
  readonly tag: string;
  readonly sortTime: bigint;
}

export interface MarkCounts {
  total: bigint;
  readonly tags: Map<string, bigint>;
}

export interface User {
  readonly userId: UserId;
  /** The user's log, by rising `at`; the per-user cursor is the last `at` + 1. */
  readonly log: LogItem[];
  /** Short ids of the conversations that this user is or was in. */
  readonly conversations: Set<ShortId>;
  /** By `message:action:tag`. */
  readonly marks: Map<string, Mark>;
  readonly markCounts: Map<ShortId, MarkCounts>;
  /** The index of the block by `short id:user id`. */
  readonly blocklist: Map<string, bigint>;
  reportedTotal: bigint | null;
  readonly reportedUnread: Map<ShortId, bigint>;
}

export interface MediaFile {
  readonly uri: string;
  readonly owner: UserId;
  readonly size: number;
  readonly contentType: string;
  /** The MediaType, from the content type. */
  readonly mediaType: number;
  readonly at: number;
}

export interface ImState {
  readonly conversations: Map<ShortId, Conversation>;
  readonly byTextId: Map<string, ShortId>;
  /** By `creator:idempotent id`. */
  readonly created: Map<string, ShortId>;
  readonly messages: Map<MessageId, Message>;
  /** By `conversation:sender:client message id`. */
  readonly sent: Map<string, MessageId>;
  readonly users: Map<UserId, User>;
  readonly calls: Map<string, CallEntry>;
  readonly media: Map<string, MediaFile>;
  /** The highest index that was given out. */
  lastIndex: bigint;
  lastId: bigint;
}

export const emptyState = (): ImState => ({
  conversations: new Map(),
  byTextId: new Map(),
  created: new Map(),
  messages: new Map(),
  sent: new Map(),
  users: new Map(),
  calls: new Map(),
  media: new Map(),
  lastIndex: 0n,
  lastId: 0n,
});

const emptyUser = (userId: UserId): User => ({
  userId,
  log: [],
  conversations: new Set(),
  marks: new Map(),
  markCounts: new Map(),
  blocklist: new Map(),
  reportedTotal: null,
  reportedUnread: new Map(),
});

/** The user for reading: an unknown user is empty. */
export const userOf = (state: ImState, userId: UserId): User => state.users.get(userId) ?? emptyUser(userId);

/** The user for `apply`: added when missing. */
export function touchUser(state: ImState, userId: UserId): User {
  const user = userOf(state, userId);
  state.users.set(userId, user);
  return user;
}

/** The per-user cursor: where command 200 continues. */
export const cursorOf = (user: User): bigint => {
  const last = user.log.at(-1);
  return last === undefined ? 0n : last.at + 1n;
};

export const propertyKey = (userId: UserId, idempotentId: string): string => `${userId}:${idempotentId}`;
export const sentKey = (shortId: ShortId, sender: UserId, clientId: string): string =>
  `${shortId}:${sender}:${clientId}`;
export const markKey = (messageId: MessageId, action: number, tag: string): string => `${messageId}:${action}:${tag}`;
export const blockKey = (shortId: ShortId, other: UserId): string => `${shortId}:${other}`;

/** The whole state as text: equal states have equal texts. */
export const fingerprint = (state: ImState): string =>
  JSON.stringify(state, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Map) return { map: [...value.entries()] };
    if (value instanceof Set) return { set: [...value.values()] };
    return value;
  });
