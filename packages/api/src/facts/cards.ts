import { IMAGE_TYPES, type OutgoingContent, SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { discount, money } from './money.ts';

export const productCardView = z.object({
  itemId: z.string(),
  title: z.string().nullable(),
  price: money.nullable(),
  oldPrice: money.nullable(),
  iconUrl: z.string().nullable(),
  actionUrl: z.string().nullable(),
});
export const orderCardView = z.object({
  orderId: z.string(),
  orderNumber: z.string().nullable(),
  status: z.string().nullable(),
  total: money.nullable(),
  iconUrl: z.string().nullable(),
});
export const voucherCardView = z.object({
  voucherId: z.string(),
  voucherCode: z.string().nullable(),
  title: z.string().nullable(),
  discount: discount.nullable(),
});
export const stickerView = z.object({
  stickerId: z.string(),
  packageId: z.string(),
  imageUrl: z.string(),
  text: z.string(),
});

/** A picture on its way; its bytes are at `deliveryMediaPath` until the delivery is settled. Sizes in pixels. */
export const deliveryImageView = z.object({
  fileName: z.string(),
  type: z.enum(IMAGE_TYPES),
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type DeliveryImageView = z.infer<typeof deliveryImageView>;

/** A name stands in a header when its file is uploaded. */
export const fileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform((value) => value.replaceAll(/[\p{Cc}"\\/]/gu, '_').toWellFormed());
const pixels = z.number().int().positive().max(100_000);

/** A video on its way; its cover is at `deliveryMediaPath` until the delivery is settled. */
export const deliveryVideoView = z.object({
  fileName,
  bytes: z.number().int().positive(),
  width: pixels.nullable(),
  height: pixels.nullable(),
  durationSeconds: z.number().positive().max(86_400).nullable(),
});

/** What a window sends besides texts, pictures and videos. */
export const outgoingCards = [
  z.object({
    type: z.literal('products'),
    products: z.array(productCardView).min(1).max(SCREEN_LIMITS.productsAtOnce).readonly(),
  }),
  z.object({ type: z.literal('order'), order: orderCardView }),
  z.object({ type: z.literal('voucher'), voucher: voucherCardView }),
  z.object({ type: z.literal('sticker'), sticker: stickerView }),
  z.object({ type: z.enum(['follow', 'rating']) }),
] as const;

/** What a message that is on its way holds. */
export const outgoingView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), image: deliveryImageView }),
  z.object({ type: z.literal('video'), video: deliveryVideoView }),
  ...outgoingCards,
]) satisfies z.ZodType<OutgoingContent>;
