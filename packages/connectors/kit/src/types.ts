import type { Bridge, MediaClient } from '@pasar/bridge';
import type {
  ConversationFacts,
  ConversationSetting,
  Country,
  DomainEvent,
  Marketplace,
  MessageFacts,
  PlatformMessageId,
  PlatformShopId,
  Position,
  QuoteFacts,
  Refusal,
  RoutingLine,
  UploadedImage,
} from '@pasar/domain';
import type { ConversationRef, Outcome, Page, Unreadable } from './outcome.ts';
import type { ShopCalls } from './shop/index.ts';
import type { Challenge, ChallengeAnswer, ConnectorNotice, DomainSwitchMemory } from './sign-in.ts';

/**
 * The connector contract. A connector turns one marketplace's wire into domain values and back; it keeps nothing that
 * must survive a restart (the server stores `StoredSession` and the conversations' `address`), decides nothing about
 * delivery, and never throws for what a marketplace may legitimately answer.
 */
export interface Connector {
  readonly marketplace: Marketplace;
  readonly capabilities: Capabilities;
  /**
   * Names of the cookies by which the marketplace knows the browser again and that let nobody in: they stay where a session
   * may not. Named one by one: any other may be a session.
   */
  readonly deviceCookies: readonly string[];
  /**
   * The stored session first, then identifier and password (spec 1 §4). Resolves within the login limits. A demand for
   * captcha, code or identity is a refusal with its reason and a challenge for the person, never worked around.
   */
  startSession(context: ConnectionContext): Promise<SignIn>;
  /** Asks for another code of a challenge that has one. */
  resendCode(context: ConnectionContext, continuation: string): Promise<Outcome<Challenge>>;
}

/** What the delivery ledger may rely on. `isDeduplicating` is true only when that is publicly known, not hoped. */
export interface Capabilities {
  readonly isDeduplicating: boolean;
  readonly isEchoingKey: boolean;
}

/** The session, or what stood in its way: a refusal, and what is asked of the person where something is. */
export type SignIn =
  | { readonly ok: true; readonly value: ConnectorSession }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      readonly canRetry: boolean;
      readonly challenge: Challenge | null;
    };

export interface ConnectionContext {
  readonly bridge: Bridge;
  /** For pictures at addresses that an answer names: guarded, over the bridge's route and with its cookies. */
  readonly media: MediaClient;
  /** The shops known to belong to this login, also while it is signed in again; empty at its first sign-in, when the session names them. */
  readonly shops: readonly ConnectionShop[];
  readonly credentials: Credentials;
  /** Called whenever cookies or tokens changed in a way worth keeping; the string is secret and opaque. */
  readonly saveSession: (stored: StoredSession) => Promise<void>;
  readonly storedSession: StoredSession | null;
  /** The person's answer to the challenge of the attempt before; null at the first attempt and when nobody watches. */
  readonly answer: ChallengeAnswer | null;
  /**
   * Whether identifier and password may leave. While it is remembered that a password leads to another code and nobody
   * watches, they may not (spec 2 §4): when the stored session does not hold, the attempt is refused with
   * `verification_needed`, final and without a challenge. It holds for the renewals of the session as well.
   */
  readonly mayUsePassword: boolean;
  /** `local` and `mainland` fix which of a marketplace's two lines is taken, `auto` follows the domain switch (spec 2 §1). */
  readonly line: RoutingLine;
  readonly domainSwitch: DomainSwitchMemory;
  readonly notify: (notice: ConnectorNotice) => void;
}
export interface ConnectionShop {
  readonly platformShopId: PlatformShopId;
  readonly country: Country;
  readonly isCb: boolean;
}
export interface Credentials {
  readonly identifier: string;
  readonly password: string;
  /** The site or country of the login; CNSC for a Shopee cross-border sub-account. */
  readonly country: Country;
}
export type StoredSession = string;

export interface ShopFacts {
  readonly platformShopId: PlatformShopId;
  /** The marketplace's user behind the shop (spec 2 §3, shop_user_id); null where it names none of each shop's own. */
  readonly userId: string | null;
  readonly name: string;
  readonly country: Country;
  /** Sold across the border: the shop's country is not the seller's. */
  readonly isCb: boolean;
  /** The merchant that the shop belongs to; null where the marketplace names none. */
  readonly merchantId: string | null;
  /** The sub-account that signed in (spec 2 §4); null for a login that is none. */
  readonly accountId: string | null;
}

/** Calls of one session may run at the same time; those that switch the login's current shop are serialised inside. */
export interface ConnectorSession {
  readonly shops: readonly ShopFacts[];
  /** Opens the socket; resolves when it is live. Call once per socket: after `ended`, call again to reconnect. */
  listen(listener: StreamListener): Promise<Outcome<Stream>>;
  /** Newest first, all conversations of the shop by paging. */
  fetchConversations(shop: PlatformShopId, cursor: string | null): Promise<Outcome<Page<ConversationFacts>>>;
  /**
   * The newest conversations of a shop that wait for its answer, a few: what is read first of a shop that is new. Null where
   * the marketplace has no such list.
   */
  readonly fetchUnreplied: ((shop: PlatformShopId) => Promise<Outcome<Page<ConversationFacts>>>) | null;
  /** Newest first. */
  fetchHistory(conversation: ConversationRef, cursor: string | null): Promise<Outcome<Page<MessageFacts>>>;
  /** One wire attempt. Never retries, never waits longer than the send limit. */
  sendText(command: SendText): Promise<SendOutcome>;
  /** The same for a picture that was uploaded in this conversation. */
  sendImage(command: SendImage): Promise<SendOutcome>;
  /** Everything beside the chat. */
  readonly calls: ShopCalls;
  /**
   * Makes a closed conversation writable again, perhaps under another id, which the answer names (Shopee: redirection, status
   * activated). Null where the marketplace has no such rule: a refused message is the person's then.
   */
  readonly reopen: ((conversation: ConversationRef) => Promise<Outcome<ConversationRef>>) | null;
  /** Tells the buyer that the shop is writing, or has stopped. Nothing depends on it. */
  showTyping(conversation: ConversationRef, isTyping: boolean): Promise<Outcome<null>>;
  /** Idempotent. */
  applySetting(conversation: ConversationRef, setting: ConversationSetting): Promise<Outcome<null>>;
  close(): Promise<void>;
}
export interface StreamListener {
  /** In the order they arrived; a batch is what one socket message held. */
  events(batch: readonly DomainEvent[]): void;
  unreadable(item: Unreadable): void;
  /** The marketplace said or showed that something was missed; compare before calling yourself live. */
  gap(): void;
  /** The socket is gone. Called exactly once, nothing follows it. */
  ended(end: StreamEnd): void;
}
export type StreamEnd =
  | { readonly kind: 'closed' }
  | { readonly kind: 'lost'; readonly refusal: Refusal }
  /** The login itself no longer holds: reconnecting is useless before a new session. */
  | { readonly kind: 'loggedOut'; readonly refusal: Refusal };
export interface Stream {
  close(): void;
}

export interface SendText {
  readonly conversation: ConversationRef;
  readonly text: string;
  /** The message that is answered; null where none is, and where the marketplace has no quotes. */
  readonly quote: QuoteFacts | null;
  /** Unique per message, the same on every attempt: request_id, bizUnique, client_message_id. */
  readonly idempotencyKey: string;
}
export interface SendImage {
  readonly conversation: ConversationRef;
  readonly image: UploadedImage;
  readonly idempotencyKey: string;
}
export type SendOutcome =
  | {
      readonly kind: 'accepted';
      readonly platformMessageId: PlatformMessageId;
      readonly position: Position;
      readonly sentAt: number;
    }
  /** Certainly not accepted. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly next: AfterRefusal }
  /** Anything else: timeout, cut connection, an answer that cannot be read. */
  | { readonly kind: 'inDoubt'; readonly detail: string };
export type AfterRefusal =
  | { readonly kind: 'stop' }
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'login' };

/** Where a marketplace is reached: the only thing that differs between the real ones and any other. */
export type OriginByCountry = (country: Country) => string;
