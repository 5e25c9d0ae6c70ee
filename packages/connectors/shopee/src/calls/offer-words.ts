import { type Offer, UNKNOWN } from '@pasar/domain';

/** Ours: Shopee's words for the states of an offer. */
const OFFER_WORDS: ReadonlyMap<string, Offer['status']> = new Map([
  ['pending', 'waiting'],
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
]);

export const statusOfOffer = (word: string): Offer['status'] => OFFER_WORDS.get(word) ?? UNKNOWN;
