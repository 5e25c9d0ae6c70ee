/**
 * The shared state behind the three marketplaces: sellers' logins, shops, buyers, conversations and messages. The
 * simulator's own plain data; it knows nothing of Pasar. Ids are decimal strings beyond 2^53, unique and increasing.
 */
import type { ConversationStatus } from './conversation-status.ts';
import type { Demands } from './demands.ts';
import type { JournalFact } from './journal.ts';
import type { Language } from './languages.ts';
import type { Marketplace } from './marketplace.ts';
import type { TradeBook } from './trade.ts';

/** A journal entry about a chat. */
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
  /** The seller of the demo who owns the login: the desk's tenants are made from this. */
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
  readonly language: Language;
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
/** The quoted message, and its text as the writer saw it. */
export interface Quote {
  readonly messageId: string;
  readonly hint: string;
}
/** `seller` came through the marketplace's chat calls; `sellerApp` from the seller's phone. */
export type From = 'buyer' | 'seller' | 'sellerApp' | 'system';
export interface Message {
  readonly messageId: string;
  /** Its id in the ledger of accepted messages. */
  readonly ledgerId: string;
  readonly from: From;
  /** 'text' or a marketplace's own name of the kind. */
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  readonly quote: Quote | null;
  /** `recalled`: taken back for both sides. */
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
  /** False: the key is recorded, but a repeat is accepted again (fault). */
  readonly honoursKey: boolean;
  /** No quote when left out. */
  readonly quote?: Quote | null;
}

/** A past fact; listeners get it after it is in the journal. */
export type WorldEvent =
  | { readonly kind: 'opened'; readonly conversation: Conversation }
  | { readonly kind: 'message'; readonly conversation: Conversation; readonly message: Message }
  | { readonly kind: 'sellerRead'; readonly conversation: Conversation; readonly messageId: string }
  | { readonly kind: 'buyerRead'; readonly conversation: Conversation; readonly messageId: string }
  | { readonly kind: 'recalled'; readonly conversation: Conversation; readonly messageId: string }
  | { readonly kind: 'pinned'; readonly conversation: Conversation }
  | { readonly kind: 'status'; readonly conversation: Conversation };

/**
 * Data that a marketplace stores beside the world's own facts. `of`: the index in `World.facts` of the fact that the
 * note describes in full; null for a note about no fact.
 */
export interface Note {
  readonly marketplace: Marketplace;
  /** JSON in the marketplace's own form. */
  readonly data: unknown;
  readonly of: number | null;
}

export interface World {
  readonly logins: readonly Login[];
  readonly shops: readonly Shop[];
  shop(marketplace: Marketplace, shopId: string): Shop | null;
  /** Conversations of a shop that have a message, newest activity first. */
  conversations(marketplace: Marketplace, shopId: string): readonly Conversation[];
  conversation(marketplace: Marketplace, conversationId: string): Conversation | null;
  conversationWith(marketplace: Marketplace, shopId: string, buyerId: string): Conversation | null;
  /**
   * The conversation with this buyer. With a buyer who has ordered and never written, it is made, once; null for a
   * person who is no buyer of the shop.
   */
  open(marketplace: Marketplace, shopId: string, buyerId: string): Conversation | null;
  unreadCount(conversation: Conversation): number;
  /** Appends to the journal (fsynced) before it returns. A repeat of an honoured key returns the first message. */
  post(command: PostMessage): { readonly message: Message; readonly isRepeat: boolean };
  /** The position only moves forward. */
  readBySeller(marketplace: Marketplace, conversationId: string, messageId: string): void;
  readByBuyer(marketplace: Marketplace, conversationId: string, messageId: string): void;
  markUnread(marketplace: Marketplace, conversationId: string): void;
  pin(marketplace: Marketplace, conversationId: string, isPinned: boolean): void;
  /** `at`: when it happened; now when left out. */
  setStatus(marketplace: Marketplace, conversationId: string, status: ConversationStatus, at?: number): void;
  /**
   * Reopens an archived conversation as a closed conversation with a new id, which is returned; the old id no longer
   * exists.
   */
  renumber(marketplace: Marketplace, conversationId: string): string;
  /** A recall cannot be undone; a second recall changes nothing. */
  recall(marketplace: Marketplace, conversationId: string, messageId: string): void;
  /** The note is in the journal when this returns. */
  note(note: Note): void;
  /** The conversations of a marketplace as they were before the first fact. */
  seeded(marketplace: Marketplace): readonly Conversation[];
  /** Everything that has happened since, including notes, in order. The array grows. */
  readonly facts: readonly WorldFact[];
  /** Returns the unsubscribe function. */
  on(listener: (event: WorldEvent) => void): () => void;
}

/** The faults of a marketplace, switched on by the control API for a shop or for the whole marketplace. */
export const FAULT_KINDS = [
  'socketDropped', // open sockets of the shop are cut, once per count
  'socketMuted', // pushes are silently lost
  'socketDelayed', // pushes arrive delayMs late
  'socketDuplicated',
  'socketReordered', // a push waits for the next push and follows it
  'tooManyRequests', // HTTP 429 or the marketplace's own shape of it
  'forbidden', // HTTP 403
  'timeout', // the call is neither answered nor carried out
  'tokenExpired', // the login's tokens and sessions die now
  'answerLost', // a send is accepted, then the connection is cut instead of answered
  'acceptedLate', // a send is neither answered nor accepted at once; it is accepted delayMs later
  'keyNotHonoured', // a repeated idempotency key is accepted again
  'keyNotEchoed', // messages are delivered without their key
  'sendLimits', // the open API's rules of whom a shop may write to hold; at Shopee also how often
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
export interface Fault {
  readonly faultId: string;
  readonly kind: FaultKind;
  readonly marketplace: Marketplace;
  /** null: every shop. */
  readonly shopId: string | null;
  /** The number of strikes left; null: until `until` or removal. */
  readonly remaining: number | null;
  /** Milliseconds since the epoch, null: no end. */
  readonly until: number | null;
  readonly delayMs: number;
}
export interface Faults {
  /** The fault that strikes now, or null; counts the strike. */
  strike(kind: FaultKind, marketplace: Marketplace, shopId: string | null): Fault | null;
  /** The listener gets each added fault, for faults that act at once (socketDropped, tokenExpired). */
  onAdded(listener: (fault: Fault) => void): () => void;
}

/** The source of an endpoint's shape: seen in public code, official documentation, or ours. */
export type Provenance = 'seen' | 'official' | 'ours';

/** The options of every marketplace server. */
export interface MarketplaceServerOptions {
  readonly world: World;
  readonly faults: Faults;
  readonly trade: TradeBook;
  readonly demands: Demands;
  /** Milliseconds since the epoch; left out: by the clock of the machine. */
  readonly now?: () => number;
  /** Short, so that clients need to refresh their tokens. Milliseconds. */
  readonly tokenLifeMs: number;
  readonly port: number;
  /** Constants of the marketplace (app key, salt): its clients know them; these values are invented. */
  readonly keys: { readonly appKey: string; readonly salt: string };
  /** The folder of uploaded bytes; without it they are kept in memory. */
  readonly mediaDirectory?: string;
}
/** The buyer's phone and the seller's own app, for chats that have typing and recall. */
export interface ChatHands {
  view(conversation: Conversation): ChatView;
  /** Tells whether the buyer types. Null when it was told, else the reason of the refusal. */
  typing(conversation: Conversation, isTyping: boolean): string | null;
  /** Null when the message was recalled, else the reason of the refusal. */
  recall(conversation: Conversation, messageId: string, by: 'buyer' | 'sellerApp'): string | null;
  /** The seller deletes the conversation in the marketplace's own pages. Null when it was deleted. */
  deleteConversation(conversation: Conversation): string | null;
  /** The buyer rates the service on a card of the shop. Null when the rating was taken. */
  rate(conversation: Conversation, messageId: string, stars: number): string | null;
  /** Another member of the shop's customer service chats with the buyer, or has stopped. */
  chat(conversation: Conversation, isChatting: boolean): void;
  /** The listener is called when the shop starts or stops typing; returns the unsubscribe function. */
  onSellerTyping(listener: (conversation: Conversation, isTyping: boolean) => void): () => void;
}
/** Data of a conversation that the world does not have. */
export interface ChatView {
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  readonly isSellerTyping: boolean;
  /** The shop's own marks on messages. */
  readonly marks: readonly { readonly messageId: string; readonly mark: 'favorite' | 'pin' | 'unread' }[];
}
export interface MarketplaceServer {
  /** For example http://127.0.0.1:4101. */
  readonly origin: string;
  /** Left out for a chat without typing and recall. */
  readonly hands?: ChatHands;
  close(): Promise<void>;
}
