import type { Offer, PlatformShopId } from '@pasar/domain';
import type { ConversationRef } from '../outcome.ts';
import type { Answer } from './answer.ts';

/** Calls about one buyer: so far the price that a buyer offers for a product. */
export interface BuyerCalls {
  answerOffer(conversation: ConversationRef, offer: OfferAnswer): Answer<null>;
  offerDetail(shop: PlatformShopId, offerId: string): Answer<Offer>;
}

export interface OfferAnswer {
  readonly offerId: string;
  readonly messageId: string;
  readonly isAccepted: boolean;
}
