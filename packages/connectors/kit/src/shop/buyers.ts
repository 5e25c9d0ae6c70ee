import type { BuyerId, Offer, PlatformShopId } from '@pasar/domain';
import type { ConversationRef } from '../outcome.ts';
import type { Answer } from './answer.ts';

/** Calls about one buyer: the conversation with the buyer, and the price that a buyer offers for a product. */
export interface BuyerCalls {
  /**
   * The conversation with this buyer, which is made where there is none, so that it takes a message. Idempotent; tells
   * the buyer nothing. A person who is no buyer of the shop is refused.
   */
  openConversation(shop: PlatformShopId, buyerId: BuyerId): Answer<ConversationRef>;
  answerOffer(conversation: ConversationRef, offer: OfferAnswer): Answer<null>;
  offerDetail(shop: PlatformShopId, offerId: string): Answer<Offer>;
}

export interface OfferAnswer {
  readonly offerId: string;
  readonly messageId: string;
  readonly isAccepted: boolean;
}
