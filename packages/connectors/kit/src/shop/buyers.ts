import type { BuyerFacts, BuyerId, BuyerProfile, ClosingForm, Offer, PlatformShopId } from '@pasar/domain';
import type { ConversationRef } from '../outcome.ts';
import type { Answer } from './answer.ts';

/**
 * Calls about one buyer: the conversation with them, what is told of them, blocking, and the price that they offer for a
 * product.
 */
export interface BuyerCalls {
  /**
   * The conversation with this buyer, which is made where there is none, so that it takes a message. Idempotent; tells
   * the buyer nothing. A person who is no buyer of the shop is refused.
   */
  openConversation(shop: PlatformShopId, buyerId: BuyerId): Answer<ConversationRef>;
  /**
   * Ends the service conversation. Refused with `reason_form_required` where the marketplace asks why and `form` does not
   * say it. May be made twice; a buyer who writes again opens the conversation.
   */
  closeConversation(conversation: ConversationRef, form: ClosingForm | null): Answer<null>;
  /** Opens a closed conversation for the shop's messages; may be made twice. */
  restartConversation(conversation: ConversationRef): Answer<null>;
  /**
   * One page of the conversations whose buyer's name has the words, and of the orders whose number has them, each
   * the newest first. A buyer of an order need not have a conversation; nothing is opened.
   */
  searchConversations(shop: PlatformShopId, search: ConversationSearch): Answer<ConversationsFound>;
  profile(shop: PlatformShopId, buyerId: BuyerId): Answer<BuyerProfile>;
  /** A blocked buyer cannot write to the shop. May be made twice. */
  setBlocked(shop: PlatformShopId, block: BuyerBlock): Answer<null>;
  answerOffer(conversation: ConversationRef, offer: OfferAnswer): Answer<null>;
  offerDetail(shop: PlatformShopId, offerId: string): Answer<Offer>;
}

export interface ConversationSearch {
  readonly words: string;
  /** The `next` of an earlier page; null for the first one. */
  readonly cursor: string | null;
}
export interface ConversationsFound {
  readonly conversations: readonly FoundConversation[];
  readonly orders: readonly FoundOrder[];
  /** Null: there is no more of either. */
  readonly next: string | null;
}
/** A conversation that a search of the marketplace found. */
export interface FoundConversation {
  readonly conversation: ConversationRef;
  readonly buyer: BuyerFacts;
  /** Milliseconds since the epoch. */
  readonly lastMessageAt: number | null;
}
/** An order that a search of the marketplace found by its number. */
export interface FoundOrder {
  readonly orderNumber: string;
  /** Null where the answer does not name the buyer's id. */
  readonly buyerId: BuyerId | null;
  readonly buyerName: string;
}
export interface BuyerBlock {
  readonly buyerId: BuyerId;
  readonly isBlocked: boolean;
}
export interface OfferAnswer {
  readonly offerId: string;
  readonly messageId: string;
  readonly isAccepted: boolean;
}
