import type { Bridge, MediaClient } from '@pasar/bridge';
import type {
  ConversationFacts,
  ConversationSetting,
  Country,
  DomainEvent,
  Marketplace,
  MessageFacts,
  OutgoingCard,
  OutgoingVideo,
  PlatformMessageId,
  PlatformShopId,
  Position,
  QuoteFacts,
  Refusal,
  RoutingLine,
  UploadedImage,
  UploadedVideo,
} from '@pasar/domain';
import type { ConversationRef, Outcome, Page, Unreadable } from './outcome.ts';
import type { ShopCalls } from './shop/index.ts';
import type { Challenge, ChallengeAnswer, ConnectorNotice, DomainSwitchMemory } from './sign-in.ts';

/**
 * The connector contract. A connector turns one marketplace's wire into domain values and back. It keeps nothing that
 * must survive a restart (the server stores `StoredSession` and the conversations' `address`), decides nothing about
 * delivery, and never throws for an answer that a marketplace may legitimately give.
 */
export interface Connector {
  readonly marketplace: Marketplace;
  readonly capabilities: Capabilities;
  /**
   * Names of the cookies by which the marketplace recognises the browser and which do not log anyone in. They stay when
   * the session must go. Each is named, because any other cookie may be a session.
   */
  readonly deviceCookies: readonly string[];
  /**
   * Tries the stored session first, then identifier and password (spec 1 §4). Resolves within the login limits. A
   * demand for captcha, code or identity is a refusal with its reason and a challenge for the person. It is never
   * bypassed.
   */
  startSession(context: ConnectionContext): Promise<SignIn>;
  /** Requests another code for a challenge that has codes. */
  resendCode(context: ConnectionContext, continuation: string): Promise<Outcome<Challenge>>;
}

/** What the delivery ledger may rely on. `isDeduplicating` is true only when that is publicly known. */
export interface Capabilities {
  readonly isDeduplicating: boolean;
  readonly isEchoingKey: boolean;
}

/** The session, or a refusal, with a challenge when the marketplace demands something of the person. */
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
  /** Fetches pictures at addresses from answers: guarded, through the bridge's route and with its cookies. */
  readonly media: MediaClient;
  /**
   * The known shops of this login, also while it is signed in again. Empty at the first sign-in: then the session names
   * them.
   */
  readonly shops: readonly ConnectionShop[];
  readonly credentials: Credentials;
  /**
   * Called whenever cookies or tokens changed in a way worth storing. The string is secret, and only the connector
   * reads it.
   */
  readonly saveSession: (stored: StoredSession) => Promise<void>;
  readonly storedSession: StoredSession | null;
  /** The person's answer to the previous attempt's challenge; null at the first attempt, and when no person attends. */
  readonly answer: ChallengeAnswer | null;
  /**
   * Whether identifier and password may be sent. They may not while Pasar remembers that a password leads to another
   * code and no person attends (spec 2 §4). If the stored session does not hold then, the attempt is refused with
   * `verification_needed`, final and without a challenge. The rule also holds for renewals during the session.
   */
  readonly mayUsePassword: boolean;
  /** `local` and `mainland` fix one of a marketplace's two lines; `auto` follows the domain switch (spec 2 §1). */
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
  /**
   * The marketplace's user of the shop (spec 2 §3, shop_user_id); null when the marketplace has no user for each shop.
   */
  readonly userId: string | null;
  readonly name: string;
  readonly country: Country;
  /** Cross-border: the shop's country is not the seller's. */
  readonly isCb: boolean;
  /** The merchant that the shop belongs to; null when the marketplace names none. */
  readonly merchantId: string | null;
  /** The sub-account that signed in (spec 2 §4); null for any other login. */
  readonly accountId: string | null;
}

/** Calls of one session may run at the same time; those that switch the login's current shop are serialised inside. */
export interface ConnectorSession {
  readonly shops: readonly ShopFacts[];
  /** Opens the socket; resolves when it is live. Call once per socket: after `ended`, call again to reconnect. */
  listen(listener: StreamListener): Promise<Outcome<Stream>>;
  /** All conversations of the shop, page by page, newest first. */
  fetchConversations(shop: PlatformShopId, cursor: string | null): Promise<Outcome<Page<ConversationFacts>>>;
  /**
   * The first page of `fetchConversations` in one request, with null for what further requests would tell: a look that
   * expects nothing new. Null when the whole page takes only one request.
   */
  readonly fetchNewest: ((shop: PlatformShopId) => Promise<Outcome<Page<ConversationFacts>>>) | null;
  /**
   * The newest conversations of a shop in which the buyer waits for an answer. Only a few; they are read first for a
   * new shop. Null when the marketplace has no such list.
   */
  readonly fetchUnreplied: ((shop: PlatformShopId) => Promise<Outcome<Page<ConversationFacts>>>) | null;
  /** Newest first. */
  fetchHistory(conversation: ConversationRef, cursor: string | null): Promise<Outcome<Page<MessageFacts>>>;
  /** Makes one wire attempt, within the send limit, and never retries. */
  sendText(command: SendText): Promise<SendOutcome>;
  /** The same for a picture that was uploaded in this conversation. */
  sendImage(command: SendImage): Promise<SendOutcome>;
  /** The same for a video that was uploaded in this conversation; refused without a request where there are none. */
  sendVideo(command: SendVideo): Promise<SendOutcome>;
  /** The same for a card; a card that the marketplace lacks is refused without a request. */
  sendCard(command: SendCard): Promise<SendOutcome>;
  /** All calls besides the chat. */
  readonly calls: ShopCalls;
  /**
   * Makes a closed conversation writable again. The answer names its id, which may be another one (Shopee: redirection,
   * status activated). Null when the marketplace has no such rule: then a person decides about the refused message.
   */
  readonly reopen: ((conversation: ConversationRef) => Promise<Outcome<ConversationRef>>) | null;
  /** Tells the buyer that the shop is writing or has stopped. Nothing depends on the result. */
  showTyping(conversation: ConversationRef, isTyping: boolean): Promise<Outcome<null>>;
  /** Idempotent. */
  applySetting(conversation: ConversationRef, setting: ConversationSetting): Promise<Outcome<null>>;
  close(): Promise<void>;
}
export interface StreamListener {
  /** In order of arrival; a batch holds the events of one socket message. */
  events(batch: readonly DomainEvent[]): void;
  unreadable(item: Unreadable): void;
  /**
   * Something was missed, as the marketplace said or its answers show. Compare the lists before calling the connection
   * live.
   */
  gap(): void;
  /** The socket is gone. Called exactly once; no other call follows. */
  ended(end: StreamEnd): void;
}
export type StreamEnd =
  | { readonly kind: 'closed' }
  | { readonly kind: 'lost'; readonly refusal: Refusal }
  /** The login itself no longer holds: a reconnect is useless before a new session. */
  | { readonly kind: 'loggedOut'; readonly refusal: Refusal };
export interface Stream {
  close(): void;
}

export interface SendText {
  readonly conversation: ConversationRef;
  readonly text: string;
  /** The quoted message; null when nothing is quoted, and when the marketplace has no quotes. */
  readonly quote: QuoteFacts | null;
  /** Unique for each message, and the same in every attempt: request_id, bizUnique, client_message_id. */
  readonly idempotencyKey: string;
}
export interface SendImage {
  readonly conversation: ConversationRef;
  readonly image: UploadedImage;
  readonly idempotencyKey: string;
}
export interface SendVideo {
  readonly conversation: ConversationRef;
  readonly video: UploadedVideo;
  /** What the buyer's app shows before the video plays. */
  readonly facts: Pick<OutgoingVideo, 'width' | 'height' | 'durationSeconds'>;
  readonly idempotencyKey: string;
}
export interface SendCard {
  readonly conversation: ConversationRef;
  readonly card: OutgoingCard;
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
  /** Everything else: timeout, cut connection, an answer that cannot be read. */
  | { readonly kind: 'inDoubt'; readonly detail: string };
export type AfterRefusal =
  | { readonly kind: 'stop' }
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'login' };

/** The origins of a marketplace: the only difference between the real marketplaces and the simulator. */
export type OriginByCountry = (country: Country) => string;
