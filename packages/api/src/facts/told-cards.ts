import {
  type FollowCard,
  type LogisticsCard,
  OFFER_STATUSES,
  type OfferCard,
  type RatingCard,
  type RefundCard,
  type StickerCard,
  UNKNOWN,
  type VideoCard,
} from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';

/** The cards that a buyer or the marketplace writes. */
const word = z.string().nullable();
const number = z.number().nullable();

export const videoCardView = z.object({
  url: word,
  coverUrl: word,
  width: number,
  height: number,
  durationSeconds: number,
}) satisfies z.ZodType<VideoCard>;
export const stickerCardView = z.object({ imageUrl: z.string(), text: word }) satisfies z.ZodType<StickerCard>;
export const followCardView = z.object({ text: word }) satisfies z.ZodType<FollowCard>;
export const refundCardView = z.object({
  orderId: word,
  returnId: word,
  reason: word,
  status: word,
  amount: money.nullable(),
  iconUrl: word,
}) satisfies z.ZodType<RefundCard>;
export const logisticsCardView = z.object({
  orderId: z.string(),
  trackingNumber: word,
  carrier: word,
  status: word,
  iconUrl: word,
}) satisfies z.ZodType<LogisticsCard>;
export const offerCardView = z.object({
  offerId: z.string(),
  productId: word,
  productName: word,
  quantity: number,
  price: money.nullable(),
  status: z.enum([...OFFER_STATUSES, UNKNOWN]),
  iconUrl: word,
}) satisfies z.ZodType<OfferCard>;
export const ratingCardView = z.object({ orderId: word, stars: number, text: word }) satisfies z.ZodType<RatingCard>;
