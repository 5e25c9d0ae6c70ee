import type { BuyerId } from './ids.ts';

/** A buyer's review of a product. Null: the marketplace does not say. */
export interface Review {
  readonly reviewId: string;
  readonly orderNumber: string | null;
  readonly buyerId: BuyerId | null;
  readonly buyerName: string;
  /** 1 to 5; 0 for a review without stars. */
  readonly stars: number;
  readonly comment: string;
  /** The shop's public answer. */
  readonly reply: string | null;
  readonly productId: string | null;
  readonly productName: string | null;
  readonly pictureUrls: readonly string[];
  readonly createdAt: number;
}
/** Reviews of at most so many stars are low (our choice). */
export const MOST_LOW_STARS = 2;
