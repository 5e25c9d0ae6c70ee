import type { Money, Offer } from './goods.ts';

/**
 * Cards that a buyer or the marketplace writes; of these the shop sends only videos. A fact that the message leaves out is null.
 */

/** `url`: null where the message names only the video's id, so that it can be played only at the marketplace. */
export interface VideoCard {
  readonly url: string | null;
  readonly coverUrl: string | null;
  /** Pixels of the cover. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

/** `text`: the words that stand for the sticker, where the marketplace has any. */
export interface StickerCard {
  readonly imageUrl: string;
  readonly text: string | null;
}

/** An invitation to follow the shop; `text` is what it says beside that. */
export interface FollowCard {
  readonly text: string | null;
}

/** A return or a refund of an order. `reason` and `status` are the marketplace's words. */
export interface RefundCard {
  readonly orderId: string | null;
  readonly returnId: string | null;
  readonly reason: string | null;
  readonly status: string | null;
  readonly amount: Money | null;
  readonly iconUrl: string | null;
}

/** Where the parcel of an order is. `status` is the marketplace's words. */
export interface LogisticsCard {
  readonly orderId: string;
  readonly trackingNumber: string | null;
  readonly carrier: string | null;
  readonly status: string | null;
  readonly iconUrl: string | null;
}

/** A price that a buyer offers for a product. */
export interface OfferCard {
  readonly offerId: string;
  readonly productId: string | null;
  readonly productName: string | null;
  readonly quantity: number | null;
  readonly price: Money | null;
  readonly status: Offer['status'];
  readonly iconUrl: string | null;
}

/** An invitation to rate the service, or the rating itself; `stars` are of five. */
export interface RatingCard {
  readonly orderId: string | null;
  readonly stars: number | null;
  readonly text: string | null;
}
