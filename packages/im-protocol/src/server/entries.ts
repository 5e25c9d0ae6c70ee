/**
 * Everything that can change the server's state, as JSON-safe facts (IM-V10): ids and indexes are decimal texts, times
 * are milliseconds since the epoch. A host may store entries and give them to `apply` later.
 */

/** A 64-bit number in decimal. */
export type Int64Text = string;
/** A user's 64-bit id in decimal. */
export type UserId = Int64Text;
/** A conversation's short id in decimal. */
export type ShortId = Int64Text;
/** A message's server id in decimal. */
export type MessageId = Int64Text;
export type Texts = Readonly<Record<string, string>>;

/** The value of `blockedUntil` for a block without an end. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

export interface NewMember {
  readonly userId: UserId;
  /** GroupRole. */
  readonly role: number;
  /** True when the conversation is in this member's stranger inbox. */
  readonly isStranger: boolean;
  /** Messages up to this index are hidden from the new member and count as read. */
  readonly minIndex: Int64Text;
}

/** A quoted message, as the sender named it. */
export interface Quote {
  readonly messageId: MessageId;
  readonly hint: string;
  readonly rootId: MessageId | null;
  readonly rootIndex: Int64Text | null;
}

export interface MessageEntry {
  readonly id: MessageId;
  readonly shortId: ShortId;
  readonly index: Int64Text;
  readonly at: number;
  readonly sender: UserId;
  readonly messageType: number;
  readonly content: string;
  readonly ext: Texts;
  /** Empty for none: then a repetition cannot be recognised. */
  readonly clientMessageId: string;
  /** Users who see the message; null for everybody. */
  readonly visibleTo: readonly UserId[] | null;
  readonly invisibleTo: readonly UserId[];
  readonly quote: Quote | null;
  /** The message is not in unread counts. */
  readonly isUncounted: boolean;
}

export interface CommandEntry {
  readonly id: MessageId;
  readonly shortId: ShortId;
  readonly index: Int64Text;
  readonly at: number;
  readonly sender: UserId;
  readonly messageType: number;
  readonly content: string;
  readonly to: readonly UserId[];
}

export interface PropertyEntry {
  readonly userId: UserId;
  readonly at: number;
  readonly idempotentId: string;
  readonly value: string;
}

export interface CalleeEntry {
  readonly userId: UserId;
  /** VoipStatus. */
  readonly status: number;
  /** The device that accepted; empty before. */
  readonly deviceId: string;
  readonly beatAt: number;
}

export interface CallEntry {
  readonly channelId: string;
  readonly shortId: ShortId;
  readonly callerId: UserId;
  /** The caller's device: no other device of the caller may change the call (IM-V87). */
  readonly deviceId: string;
  readonly idempotentId: string;
  /** VoipType and VoipMode. */
  readonly voipType: number;
  readonly mode: number;
  readonly status: number;
  readonly callees: readonly CalleeEntry[];
  readonly srvMsgId: MessageId;
  readonly refChannelId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The time of the caller's last heartbeat. */
  readonly beatAt: number;
}

export type ImEntry =
  | {
      readonly type: 'conversation.created';
      readonly shortId: ShortId;
      readonly conversationId: string;
      /** ConversationType. */
      readonly conversationType: number;
      readonly creator: UserId;
      /** Null when the creator gave none. */
      readonly idempotentId: string | null;
      readonly isPersistent: boolean;
      readonly name: string;
      readonly desc: string;
      readonly icon: string;
      readonly ext: Texts;
      readonly members: readonly NewMember[];
      readonly index: Int64Text;
      readonly at: number;
    }
  | { readonly type: 'conversation.dissolved'; readonly shortId: ShortId }
  | {
      readonly type: 'conversation.blocked';
      readonly shortId: ShortId;
      readonly isBlocked: boolean;
      readonly isNormalOnly: boolean;
    }
  | {
      readonly type: 'core.changed';
      readonly shortId: ShortId;
      /** Those of name, desc, icon and notice that were set. */
      readonly set: Texts;
      readonly ext: Texts;
    }
  | {
      readonly type: 'members.added';
      readonly shortId: ShortId;
      readonly members: readonly NewMember[];
      readonly index: Int64Text;
    }
  | { readonly type: 'members.gone'; readonly shortId: ShortId; readonly userIds: readonly UserId[] }
  | {
      readonly type: 'member.changed';
      readonly shortId: ShortId;
      readonly userId: UserId;
      readonly role: number | null;
      readonly alias: string | null;
    }
  | {
      readonly type: 'members.blocked';
      readonly shortId: ShortId;
      /** The end of the block by user id; null lifts the block. */
      readonly until: Readonly<Record<UserId, number | null>>;
    }
  | {
      readonly type: 'presence.changed';
      readonly shortId: ShortId;
      readonly userId: UserId;
      readonly isPresent: boolean;
    }
  | {
      readonly type: 'setting.changed';
      readonly shortId: ShortId;
      readonly userId: UserId;
      readonly isMuted: boolean | null;
      /** Microseconds; "0" removes the pin, null leaves it unchanged. */
      readonly topTime: Int64Text | null;
      readonly favoriteTime: Int64Text | null;
      readonly ext: Texts;
    }
  | { readonly type: 'read.moved'; readonly shortId: ShortId; readonly userId: UserId; readonly index: Int64Text }
  | {
      readonly type: 'min.moved';
      readonly shortId: ShortId;
      readonly userId: UserId;
      readonly index: Int64Text;
    }
  | { readonly type: 'stranger.accepted'; readonly shortId: ShortId; readonly userId: UserId }
  | { readonly type: 'message.sent'; readonly message: MessageEntry }
  | { readonly type: 'message.recalled'; readonly messageId: MessageId; readonly by: UserId }
  | { readonly type: 'message.deleted'; readonly messageId: MessageId; readonly userId: UserId }
  | { readonly type: 'message.ext'; readonly messageId: MessageId; readonly ext: Texts }
  | {
      readonly type: 'message.properties';
      readonly messageId: MessageId;
      /** The whole list of each changed property; empty for a removed property. */
      readonly properties: Readonly<Record<string, readonly PropertyEntry[]>>;
      /** The carried out modifications, as `user:idempotent id`. */
      readonly done: readonly string[];
    }
  | { readonly type: 'command.sent'; readonly command: CommandEntry }
  | {
      readonly type: 'mark.set';
      readonly userId: UserId;
      readonly shortId: ShortId;
      readonly messageId: MessageId;
      /** ActionType. */
      readonly action: number;
      readonly tag: Int64Text;
      readonly sortTime: Int64Text;
    }
  | {
      readonly type: 'mark.cleared';
      readonly userId: UserId;
      readonly shortId: ShortId;
      readonly messageIds: readonly MessageId[];
      readonly action: number;
      readonly tag: Int64Text;
    }
  | {
      readonly type: 'mark.counts';
      readonly userId: UserId;
      /** "0" for counts of all conversations. */
      readonly shortId: ShortId;
      readonly total: Int64Text | null;
      readonly tags: Readonly<Record<Int64Text, Int64Text>>;
    }
  | {
      readonly type: 'unread.reported';
      readonly userId: UserId;
      readonly total: Int64Text | null;
      readonly conversations: Readonly<Record<ShortId, Int64Text>>;
    }
  | {
      readonly type: 'blocklist.changed';
      readonly userId: UserId;
      /** "0" for the list that holds everywhere. */
      readonly shortId: ShortId;
      readonly others: readonly UserId[];
      readonly isBlocked: boolean;
      readonly index: Int64Text;
    }
  | { readonly type: 'call.changed'; readonly call: CallEntry }
  | { readonly type: 'call.beat'; readonly channelId: string; readonly userId: UserId; readonly at: number }
  | {
      readonly type: 'media.stored';
      readonly uri: string;
      readonly owner: UserId;
      readonly size: number;
      readonly contentType: string;
      readonly at: number;
    };
