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

/** What a window sends besides texts and pictures. */
export const outgoingCards = [
  z.object({
    type: z.literal('products'),
    products: z.array(productCardView).min(1).max(SCREEN_LIMITS.productsAtOnce).readonly(),
  }),
  z.object({ type: z.literal('order'), order: orderCardView }),
  z.object({ type: z.literal('voucher'), voucher: voucherCardView }),
  z.object({ type: z.literal('sticker'), sticker: stickerView }),
] as const;

/** What a message that is on its way holds. */
export const outgoingView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), image: deliveryImageView }),
  ...outgoingCards,
]) satisfies z.ZodType<OutgoingContent>;
