/**
 * The one state behind the three marketplaces: sellers' logins, shops, buyers, conversations and messages. Plain data of
 * the simulator's own; it knows nothing of Pasar. Ids are decimal strings beyond 2^53, unique and increasing.
 */
import type { ConversationStatus } from './conversation-status.ts';
import type { Demands } from './demands.ts';
import type { JournalFact } from './journal.ts';
import type { Marketplace } from './marketplace.ts';
import type { TradeBook } from './trade.ts';

/** A line of the journal that tells of a chat. */
export type WorldFact = JournalFact;
export type { Marketplace };

/** `merchant`: a Shopee CNSC sub-account or a global TikTok seller that serves several shops. */
export interface Login {
  readonly marketplace: Marketplace;
  readonly loginId: string;
  readonly kind: 'shop' | 'merchant';
  readonly identifier: string;
  readonly password: string;
  /** ISO code, or CNSC for a Shopee merchant. */
  readonly country: string;
  readonly shopIds: readonly string[];
  /** Which seller of the demo owns it: the desk's tenants are made from this. */
  readonly seller: string;
}
export interface Shop {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  /** The user id of the shop's owner account (Shopee user_id, Lazada seller id, TikTok pigeonShopId owner). */
  readonly userId: string;
  readonly name: string;
  readonly country: string;
  readonly isCb: boolean;
}
export interface Buyer {
  readonly buyerId: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly language: 'th' | 'vi' | 'id' | 'ms' | 'en' | 'zh' | 'tl' | 'pt';
}
export interface Conversation {
  readonly marketplace: Marketplace;
  readonly conversationId: string;
  readonly shopId: string;
  readonly buyer: Buyer;
  readonly isPinned: boolean;
  readonly status: ConversationStatus;
  readonly isMarkedUnread: boolean;
  /** The newest message each side has read, null for none. */
  readonly sellerReadMessageId: string | null;
  readonly buyerReadMessageId: string | null;
  /** Oldest first. */
  readonly messages: readonly Message[];
}
/** The message that is answered, and its words as the writer saw them. */
export interface Quote {
  readonly messageId: string;
  readonly hint: string;
}
/** `seller` came through the marketplace's chat calls; `sellerApp` from the seller's phone. */
export type From = 'buyer' | 'seller' | 'sellerApp' | 'system';
export interface Message {
  readonly messageId: string;
  /** Its row in the ledger of accepted messages. */
  readonly ledgerId: string;
  readonly from: From;
  /** 'text' or a marketplace's own kind word. */
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  readonly quote: Quote | null;
  /** Recalled: taken back for everybody. */
  readonly status: 'available' | 'recalled';
}

export interface PostMessage {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  readonly buyerId: string;
  readonly from: From;
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  /** When false the key is recorded but a repeat is accepted again (fault). */
  readonly honoursKey: boolean;
  /** None when left out. */
  readonly quote?: Quote | null;
}

/** Past facts, told to listeners after they are in the journal. */
export type WorldEvent =
  | { readonly kind: 'message'; readonly conversation: Conversation; readonly message: Message }
  | { readonly kind: 'sellerRead'; readonly conversation: Conversation; readonly messageId: string }
  | { readonly kind: 'buyerRead'; readonly conversation: Conversation; readonly messageId: string }
  | { readonly kind: 'recalled'; readonly conversation: Conversation; readonly messageId: string }
  | { readonly kind: 'pinned'; readonly conversation: Conversation }
  | { readonly kind: 'status'; readonly conversation: Conversation };

/**
 * What a marketplace wants remembered beside the world's own facts. `of`: the fact (its place in `World.facts`) that the
 * note tells in full; null when it stands alone.
 */
export interface Note {
  readonly marketplace: Marketplace;
  /** JSON of the marketplace's own. */
  readonly data: unknown;
  readonly of: number | null;
}

export interface World {
  readonly logins: readonly Login[];
  readonly shops: readonly Shop[];
  shop(marketplace: Marketplace, shopId: string): Shop | null;
  /** Conversations of a shop, newest activity first. */
  conversations(marketplace: Marketplace, shopId: string): readonly Conversation[];
  conversation(marketplace: Marketplace, conversationId: string): Conversation | null;
  conversationWith(marketplace: Marketplace, shopId: string, buyerId: string): Conversation | null;
  unreadCount(conversation: Conversation): number;
  /** Appends to the journal (fsynced) before it returns; a honoured repeat of a key returns the first message. */
  post(command: PostMessage): { readonly message: Message; readonly isRepeat: boolean };
  /** Moves forward only. */
  readBySeller(marketplace: Marketplace, conversationId: string, messageId: string): void;
  readByBuyer(marketplace: Marketplace, conversationId: string, messageId: string): void;
  markUnread(marketplace: Marketplace, conversationId: string): void;
  pin(marketplace: Marketplace, conversationId: string, isPinned: boolean): void;
  setStatus(marketplace: Marketplace, conversationId: string, status: ConversationStatus): void;
  /** An archived conversation goes on as a closed one under a new id, which is returned; the old id names nothing any more. */
  renumber(marketplace: Marketplace, conversationId: string): string;
  /** Never back; again changes nothing. */
  recall(marketplace: Marketplace, conversationId: string, messageId: string): void;
  /** In the journal when it returns. */
  note(note: Note): void;
  /** The conversations of a marketplace as they were before the first fact. */
  seeded(marketplace: Marketplace): readonly Conversation[];
  /** Everything that has happened since, notes too, in order; it grows. */
  readonly facts: readonly WorldFact[];
  /** Returns the unsubscribe function. */
  on(listener: (event: WorldEvent) => void): () => void;
}

/** What can go wrong at a marketplace, switched on by the control API, by shop (or the whole marketplace). */
export const FAULT_KINDS = [
  'socketDropped', // open sockets of the shop are cut, once per count
  'socketMuted', // pushes are silently lost
  'socketDelayed', // pushes arrive delayMs late
  'socketDuplicated',
  'socketReordered', // a push waits for the next one and follows it
  'tooManyRequests', // HTTP 429 or the marketplace's own shape of it
  'forbidden', // HTTP 403
  'timeout', // the call is neither answered nor carried out
  'tokenExpired', // the login's tokens and sessions die now
  'answerLost', // a send is accepted, then the connection is cut instead of answered
  'acceptedLate', // a send is neither answered nor accepted at once; it is accepted delayMs later
  'keyNotHonoured', // a repeated idempotency key is accepted again
  'keyNotEchoed', // messages are told without their key
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
export interface Fault {
  readonly faultId: string;
  readonly kind: FaultKind;
  readonly marketplace: Marketplace;
  /** null: every shop. */
  readonly shopId: string | null;
  /** How many more times it strikes; null: until `until` or removal. */
  readonly remaining: number | null;
  /** Milliseconds since the epoch, null: no end. */
  readonly until: number | null;
  readonly delayMs: number;
}
export interface Faults {
  /** Whether this fault strikes now; counts one down when it does. */
  strike(kind: FaultKind, marketplace: Marketplace, shopId: string | null): Fault | null;
  /** Told when a fault is added, for those that act at once (socketDropped, tokenExpired). */
  onAdded(listener: (fault: Fault) => void): () => void;
}

/** How each endpoint's shape is known: seen in public code, official documentation, or ours. */
export type Provenance = 'seen' | 'official' | 'ours';

/** What every marketplace server is given, and gives. */
export interface MarketplaceServerOptions {
  readonly world: World;
  readonly faults: Faults;
  readonly trade: TradeBook;
  readonly demands: Demands;
  /** Short, so that clients really refresh. Milliseconds. */
  readonly tokenLifeMs: number;
  readonly port: number;
  /** The marketplace's own constants (app key, salt): public to its clients, chosen by us. */
  readonly keys: { readonly appKey: string; readonly salt: string };
  /** Where uploaded bytes are kept; in memory when left out. */
  readonly mediaDirectory?: string;
}
/** The other hands on a chat that can do more than texts and reading: the buyer's phone and the seller's own app. */
export interface ChatHands {
  view(conversation: Conversation): ChatView;
  /** The buyer writes, or has stopped. Null when that was told, else why not. */
  typing(conversation: Conversation, isTyping: boolean): string | null;
  /** Null when it was taken back, else why not. */
  recall(conversation: Conversation, messageId: string, by: 'buyer' | 'sellerApp'): string | null;
  /** Told when the shop writes or stops; returns the unsubscribe function. */
  onSellerTyping(listener: (conversation: Conversation, isTyping: boolean) => void): () => void;
}
/** What the world does not know of a conversation. */
export interface ChatView {
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  readonly isSellerTyping: boolean;
  /** The shop's own marks on messages. */
  readonly marks: readonly { readonly messageId: string; readonly mark: 'favorite' | 'pin' | 'unread' }[];
}
export interface MarketplaceServer {
  /** e.g. http://127.0.0.1:4101 */
  readonly origin: string;
  /** Left out where the chat knows none of it. */
  readonly hands?: ChatHands;
  close(): Promise<void>;
}
