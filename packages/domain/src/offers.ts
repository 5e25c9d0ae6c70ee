import type { Offer } from './goods.ts';
import { UNKNOWN, type Unknown } from './unknown.ts';

/** An answer that the shop has given to a buyer's offer, as Pasar keeps it. `isTold`: the marketplace has taken it. */
export interface GivenAnswer {
  readonly isAccepted: boolean;
  readonly isTold: boolean;
  readonly askedAt: number;
}

/** What a member sees of an offer. */
export type OfferState =
  | { readonly state: 'waiting' }
  | { readonly state: 'accepted' | 'rejected' | 'cancelled' | 'expired' }
  /** The shop has answered, and it is not known whether the marketplace has the answer. */
  | { readonly state: 'asked'; readonly isAccepted: boolean }
  /** The marketplace's own word for a state that Pasar does not know. */
  | { readonly state: Unknown; readonly word: string };

/**
 * How long an answer may be on its way (our choice): longer than all attempts of one request take. When the marketplace
 * says later than this that the offer still waits, the answer has not arrived.
 */
export const OFFER_ANSWER_MS = 120_000;

export function stateOfOffer(
  { status, wireStatus }: Pick<Offer, 'status' | 'wireStatus'>,
  given: GivenAnswer | null,
  now: number,
): OfferState {
  if (status === UNKNOWN) return { state: UNKNOWN, word: wireStatus };
  if (status !== 'waiting' || given === null || now - given.askedAt >= OFFER_ANSWER_MS) return { state: status };
  // The marketplace's own detail may be a little older than its answer.
  if (given.isTold) return { state: given.isAccepted ? 'accepted' : 'rejected' };
  return { state: 'asked', isAccepted: given.isAccepted };
}
