/**
 * Everything that can change the server's state, as JSON-safe facts (IM-V10): ids and indexes are decimal texts, times are
 * milliseconds since the epoch. A host may store entries and give them back to `apply`.
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

/** `blockedUntil` of who is blocked without an end. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

export interface NewMember {
  readonly userId: UserId;
  /** GroupRole. */
  readonly role: number;
  /** The conversation stands in this member's stranger inbox. */
  readonly isStranger: boolean;
  /** Messages up to this index are hidden from, and read by, the new member. */
  readonly minIndex: Int64Text;
}

/** The message a message quotes, as its sender named it. */
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
  /** Empty for none: then a repetition cannot be told. */
  readonly clientMessageId: string;
  /** Only these see it; null for everybody. */
  readonly visibleTo: readonly UserId[] | null;
  readonly invisibleTo: readonly UserId[];
  readonly quote: Quote | null;
  /** Stays out of unread counts. */
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
  /** The caller's device: no other one of the caller moves the call (IM-V87). */
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
  /** The caller's last sign of life. */
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
      /** Null when the creator named none. */
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
      /** Of name, desc, icon, notice those that were set. */
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
      /** By user id; null lifts the block. */
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
      /** Microseconds; "0" takes it back, null leaves it. */
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
      /** The whole list of each property that changed; empty for one that is gone. */
      readonly properties: Readonly<Record<string, readonly PropertyEntry[]>>;
      /** What was done, as `user:idempotent id`. */
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
      /** "0" for counts of no one conversation. */
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
