/** The outside parts of the server: clock, ids, limits, and the host's hooks. All ids here are bigint. */
import type { ImEntry, Texts } from './entries.ts';

export interface ServerClock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Proposals only: the server raises values that do not grow strictly (IM-V3). */
export interface IdSource {
  /** The id of a conversation or message. */
  id(): bigint;
  /** Microseconds since the epoch. */
  index(): bigint;
}

/** The user who gives a command, as verified by the session layer. */
export interface Caller {
  readonly userId: bigint;
  readonly deviceId: string;
}

/** All values are our choice: the documents only show page defaults. */
export interface ImLimits {
  readonly recallMs: number;
  readonly contentChars: number;
  readonly extEntries: number;
  readonly extValueChars: number;
  readonly nameChars: number;
  readonly members: number;
  /** Ids in one list of a request. */
  readonly batch: number;
  readonly messagePage: number;
  readonly conversationPage: number;
  readonly participantPage: number;
  readonly ticketMs: number;
  readonly uploadTokenMs: number;
  readonly mediaUrlMs: number;
  readonly mediaBytes: number;
  readonly propertyKeyChars: number;
  readonly propertyValueChars: number;
  readonly propertyItems: number;
  /** The time after which an unanswered call ends. */
  readonly ringMs: number;
  /** The time after which a participant without heartbeat leaves a call. */
  readonly beatMs: number;
  /** The time without events after which a conversation is cold. */
  readonly coldMs: number;
  readonly initConversations: number;
  readonly initMessages: number;
  readonly checkBlock: number;
  readonly checkBlocks: number;
}

export const DEFAULT_LIMITS: ImLimits = {
  recallMs: 120_000,
  contentChars: 10_000,
  extEntries: 100,
  extValueChars: 8_192,
  nameChars: 100,
  members: 500,
  batch: 100,
  messagePage: 200,
  conversationPage: 1_000,
  participantPage: 500,
  ticketMs: 24 * 3_600_000,
  uploadTokenMs: 3_600_000,
  mediaUrlMs: 24 * 3_600_000,
  mediaBytes: 20 * 1024 * 1024,
  propertyKeyChars: 64,
  propertyValueChars: 1_024,
  propertyItems: 200,
  ringMs: 60_000,
  beatMs: 30_000,
  coldMs: 30 * 24 * 3_600_000,
  initConversations: 20,
  initMessages: 10,
  checkBlock: 50,
  checkBlocks: 20,
};

/** A message before its acceptance; nothing is stored yet. */
export interface Draft {
  readonly conversation: {
    readonly conversationId: string;
    readonly conversationShortId: bigint;
    readonly conversationType: number;
  };
  readonly sender: bigint;
  readonly content: string;
  readonly ext: Texts;
  readonly messageType: number;
  readonly clientMessageId: string;
  /** As the sender named it, not looked up; ids of 0 are not set. */
  readonly quote: {
    readonly referencedMessageId: bigint;
    readonly hint: string;
    readonly rootMessageId: bigint;
    readonly rootMessageConvIndex: bigint;
  } | null;
}
export interface Accepted {
  readonly serverMessageId: bigint;
  /** Above every index of the conversation, or the index of the message that has this id already. */
  readonly indexInConversation: bigint;
  /** Milliseconds since the epoch. */
  readonly createTime: number;
  /**
   * Replaces the draft's `ext`, except the keys of the client id and of mentions, which the server sets. Absent: the
   * draft's.
   */
  readonly ext?: Texts;
}
/** The refusal of `SendMessageResponseBody`; status 4 stores the message for its sender only. */
export interface SendRefusal {
  readonly status: number;
  readonly checkCode: bigint;
  readonly checkMessage: string;
}
export type Acceptance = Accepted | { readonly refuse: SendRefusal };

/** A change other than a message, for the host to review. */
export interface Change {
  readonly kind: 'conversation' | 'participants' | 'info' | 'property' | 'call' | 'send';
  readonly command: number;
  readonly userId: bigint;
  /** 0 for a conversation that is being created. */
  readonly conversationShortId: bigint;
}
/**
 * `deny` answers envelope status 19 (property: body status 4, call: 21); `reject` answers the body's own status with
 * the check's message.
 */
export type Verdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'reject'; readonly checkCode: bigint; readonly checkMessage: string };

export interface ProfileCard {
  readonly nickName: string;
  readonly portrait: string;
  readonly basicExtInfo: string;
  readonly detailExtInfo: string;
}
export interface ClientReport {
  readonly kind: 'metric' | 'ack';
  readonly userId: bigint;
  readonly name: string;
  readonly value: bigint;
  readonly tags: Texts;
}

/** Called while a command is carried out; a hook that throws gives status 6 (705: body status 500). */
export interface ImHooks {
  /** A host with its own ledger: ids, indexes, idempotency (IM-V25). */
  readonly accept?: (draft: Draft) => Acceptance;
  readonly review?: (change: Change) => Verdict;
  /** Called before all other checks: null to continue, or a status (16 degraded, 18 and 429 too many, 6 broken). */
  readonly admit?: (caller: Caller, command: number) => { readonly status: number; readonly reason: string } | null;
  /** Whether `other` may write to `user` without being a stranger. Default: always a stranger. */
  readonly isContact?: (user: bigint, other: bigint) => boolean;
  /** Null: the user does not exist. Default: a user's name is the id. */
  readonly profile?: (user: bigint) => ProfileCard | null;
  readonly onReport?: (report: ClientReport) => void;
}

export type TokenReading =
  | { readonly kind: 'valid'; readonly userId: bigint }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'expired' };

export interface ImServerOptions {
  readonly clock: ServerClock;
  readonly ids?: IdSource;
  readonly limits?: Partial<ImLimits>;
  readonly hooks?: ImHooks;
  /** The session layer's answer about `Request.token`; when absent, tokens are ignored. */
  readonly authenticate?: (token: string) => TokenReading;
  /** Called with each entry after it was applied, in order. */
  readonly onEntry?: (entry: ImEntry) => void;
  /** Called with unreadable bytes of clients, and with internal errors that were answered with 6 or 500. */
  readonly onError?: (error: unknown) => void;
  /** Signs tickets, tokens and addresses. Default: random for each server. */
  readonly secret?: string;
  /** The base URL of `ImMedia`, without a slash at the end. Default `https://media.invalid`. */
  readonly mediaBaseUrl?: string;
  readonly media?: MediaBlobs;
  readonly configs?: { readonly version: number; readonly entries: Texts };
  /** `Frame.service` and `Frame.method` of pushes. Default 10002 and 1 (facts §6). */
  readonly service?: number;
  readonly method?: number;
}

/** The bytes of media. Default: in memory. */
export interface MediaBlobs {
  put(uri: string, bytes: Uint8Array): void;
  get(uri: string): Uint8Array | null;
}
