/**
 * Videos, refunds, parcels and ratings, which the shop does not send (facts 3.4). The types are seen. Ours: the fields,
 * but the order's id and the video's.
 */
import type { Json, MessageContent } from '@pasar/domain';
import { z } from 'zod';

export interface Told {
  readonly wireType: string;
  readonly ext: Readonly<Record<string, string>>;
  readonly raw: Json;
}

const id = z.string().regex(/^[0-9]+$/);
const word = z
  .string()
  .min(1)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const whole = z
  .string()
  .regex(/^[1-9][0-9]{0,5}$/)
  .transform(Number)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const video = z
  .object({
    vid: word,
    videoUrl: word,
    coverUrl: word,
    videoWidth: whole,
    videoHeight: whole,
    duration: whole,
  })
  .refine(({ videoUrl, coverUrl }) => (videoUrl ?? coverUrl) !== null);
export function videoOf({ wireType, ext, raw }: Told): MessageContent | null {
  const read = video.safeParse(ext);
  if (!read.success) return null;
  const { videoUrl: url, coverUrl, videoWidth: width, videoHeight: height, duration: durationSeconds } = read.data;
  return { type: 'video', video: { url, coverUrl, width, height, durationSeconds }, wireType, raw };
}

const refund = z
  .object({
    order_id: id.nullish().catch(null),
    reverse_order_id: id.nullish().catch(null),
    reason: word,
    status: word,
    imageUrl: word,
    amount: z
      .string()
      .regex(/^[0-9]+(\.[0-9]+)?$/)
      .nullish()
      .catch(null),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullish()
      .catch(null),
  })
  .refine(({ order_id, reverse_order_id }) => Boolean(order_id ?? reverse_order_id));
export function refundOf({ wireType, ext, raw }: Told): MessageContent | null {
  const read = refund.safeParse(ext);
  if (!read.success) return null;
  const { order_id: orderId, reverse_order_id: returnId, reason, status, imageUrl, amount, currency } = read.data;
  const card = {
    orderId: orderId ?? null,
    returnId: returnId ?? null,
    reason,
    status,
    amount: amount && currency ? { amount, currency } : null,
    iconUrl: imageUrl,
  };
  return { type: 'refund', refund: card, wireType, raw };
}

const parcel = z.object({ order_id: id, tracking_number: word, carrier: word, status: word, imageUrl: word });
export function logisticsOf({ wireType, ext, raw }: Told): MessageContent | null {
  const read = parcel.safeParse(ext);
  if (!read.success) return null;
  const { order_id: orderId, tracking_number: trackingNumber, carrier, status, imageUrl: iconUrl } = read.data;
  return { type: 'logistics', logistics: { orderId, trackingNumber, carrier, status, iconUrl }, wireType, raw };
}

const stars = z
  .string()
  .regex(/^[1-5]$/)
  .transform(Number)
  .nullish()
  .catch(null);
const rating = z.object({ order_id: id.nullish().catch(null), score: stars });
/** The buyer's stars in the `ext` of a rating card; null where there are none. */
export const starsIn = ({ score }: Readonly<Record<string, string>>): number | null => stars.parse(score) ?? null;
/** An invitation needs no field. */
export function ratingOf({ wireType, ext, raw }: Told, text: string | null): MessageContent {
  const { data } = rating.safeParse(ext);
  const card = { orderId: data?.order_id ?? null, stars: data?.score ?? null, text };
  return { type: 'rating', rating: card, wireType, raw };
}
