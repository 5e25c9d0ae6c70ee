/** What the server needs of the outside: clock, ids, limits, the host's say. All ids here are bigint. */
import type { ImEntry, Texts } from './entries.ts';

export interface ServerClock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Proposals only: the server raises what does not grow strictly (IM-V3). */
export interface IdSource {
  /** Of a conversation or message. */
  id(): bigint;
  /** Microseconds since the epoch. */
  index(): bigint;
}

/** Who gives a command: the session layer has made sure of it. */
export interface Caller {
  readonly userId: bigint;
  readonly deviceId: string;
}

/** All ours: the documents show page defaults only. */
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
  /** A call nobody answers. */
  readonly ringMs: number;
  /** A participant of a call without heartbeat. */
  readonly beatMs: number;
  /** A conversation without events is cold. */
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

/** A message about to be accepted; nothing is stored yet. */
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
  /** As its sender named it: not looked up, ids of 0 are not named. */
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
  /** In place of the draft's; the keys of the client id and of mentions are the server's. Absent: as it was sent. */
  readonly ext?: Texts;
}
/** `SendMessageResponseBody`; status 4 stores the message for its sender alone. */
export interface SendRefusal {
  readonly status: number;
  readonly checkCode: bigint;
  readonly checkMessage: string;
}
export type Acceptance = Accepted | { readonly refuse: SendRefusal };

/** What the host is asked about beside messages. */
export interface Change {
  readonly kind: 'conversation' | 'participants' | 'info' | 'property' | 'call' | 'send';
  readonly command: number;
  readonly userId: bigint;
  /** 0 for a conversation that is about to be made. */
  readonly conversationShortId: bigint;
}
/**
 * `deny` answers envelope status 19 (property: body status 4, call: 21); `reject` answers the body's own status with the
 * check's words.
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
  /** Before anything is looked at: null to go on, or a status (16 degraded, 18 and 429 too much, 6 broken). */
  readonly admit?: (caller: Caller, command: number) => { readonly status: number; readonly reason: string } | null;
  /** Whether `other` may write to `user` without being a stranger. Default: nobody may. */
  readonly isContact?: (user: bigint, other: bigint) => boolean;
  /** Null: there is no such user. Default: everybody is called by their id. */
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
  /** The session layer's word on `Request.token`; absent, tokens are not looked at. */
  readonly authenticate?: (token: string) => TokenReading;
  /** Told of each entry after it was applied, in order. */
  readonly onEntry?: (entry: ImEntry) => void;
  /** Told of bytes no client may send, and of mistakes inside that were answered with 6 or 500. */
  readonly onError?: (error: unknown) => void;
  /** Signs tickets, tokens and addresses. Default: a random one per server. */
  readonly secret?: string;
  /** Where `ImMedia` is served, without a slash at the end. Default `https://media.invalid`. */
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
