/** Videos, invitations to follow and refunds, which the shop does not send (facts 4.2). */
import type { Json, MessageContent } from '@pasar/domain';
import { z } from 'zod';
import { wireAmount, wireId, wireInt, wireText } from '../../wire/fields.ts';
import { addressOfVideo } from '../../wire/video-address.ts';

export interface Card {
  readonly template: Json;
  readonly wireType: string;
}
const size = wireInt.nullish().catch(null);

/** `videoUrl` and `imgUrl` are seen; ours: the names of the others. */
const videoSchema = z
  .object({
    videoId: wireId.nullish().catch(null),
    videoUrl: z.url().nullish().catch(null),
    imgUrl: wireText.catch(null),
    width: size,
    height: size,
    duration: size,
  })
  .refine(({ videoId, videoUrl, imgUrl }) => (videoId ?? videoUrl ?? imgUrl) !== null);
export function videoOf({ template: raw, wireType }: Card): MessageContent | null {
  const read = videoSchema.safeParse(raw);
  if (!read.success) return null;
  const { videoId, videoUrl, imgUrl, width, height, duration } = read.data;
  const video = {
    url: videoUrl ?? (videoId ? addressOfVideo(videoId) : null),
    coverUrl: imgUrl,
    width: width ?? null,
    height: height ?? null,
    durationSeconds: duration ?? null,
  };
  return { type: 'video', video, wireType, raw };
}

const followSchema = z.object({ txt: wireText.catch(null), title: wireText.catch(null) });
export function followOf({ template: raw, wireType }: Card): MessageContent | null {
  const read = followSchema.safeParse(raw);
  return read.success ? { type: 'follow', follow: { text: read.data.txt ?? read.data.title }, wireType, raw } : null;
}

/** Ours: all names, after those of the order card and of the call for reverse orders. */
const refundSchema = z
  .object({
    orderId: wireId.nullish().catch(null),
    reverseOrderId: wireId.nullish().catch(null),
    reason: wireText.catch(null),
    status: wireText.catch(null),
    iconUrl: wireText.catch(null),
    amount: wireAmount.nullish().catch(null),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullish()
      .catch(null),
  })
  .refine(({ orderId, reverseOrderId }) => Boolean(orderId ?? reverseOrderId));
export function refundOf({ template: raw, wireType }: Card): MessageContent | null {
  const read = refundSchema.safeParse(raw);
  if (!read.success) return null;
  const { orderId, reverseOrderId, amount, currency, ...words } = read.data;
  const refund = {
    ...words,
    orderId: orderId ?? null,
    returnId: reverseOrderId ?? null,
    amount: amount && currency ? { amount, currency } : null,
  };
  return { type: 'refund', refund, wireType, raw };
}
