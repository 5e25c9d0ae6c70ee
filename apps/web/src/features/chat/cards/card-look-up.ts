import { CALLS, type CardDetailView } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/**
 * The marketplace's details of the order, the voucher or the offer of a message. Orders change, so an answer is fresh
 * only for a while.
 */
export const CARD_DETAIL: LookUp<typeof CALLS.chat.cardDetail> = {
  call: CALLS.chat.cardDetail,
  // Our choice.
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.chat.answerOffer] },
};

/** While an answer to an offer may be on its way (our choice). */
export const ASKED_OFFER: typeof CARD_DETAIL = { ...CARD_DETAIL, againMs: 5_000 };

/** The buyer may withdraw the offer, and a colleague may answer it at the marketplace. */
export const isUnderWay = (card: CardDetailView): boolean =>
  card.kind === 'offer' && (card.offer.state.state === 'waiting' || card.offer.state.state === 'asked');
