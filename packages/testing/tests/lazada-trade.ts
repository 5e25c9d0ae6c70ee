/** A shop's trade as the simulator's control API tells it, with the fields that these tests read. */
import { z } from 'zod';
import type { LazadaHarness } from './lazada-harness.ts';

const productSchema = z.object({
  productId: z.string(),
  title: z.string(),
  sellerSku: z.string(),
  currency: z.string(),
  price: z.int(),
  salePrice: z.int(),
  isOnline: z.boolean(),
  variants: z.array(z.object({ skuId: z.string(), name: z.string(), sellerSku: z.string(), stock: z.int() })),
});
const orderSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  buyerId: z.string(),
  buyerName: z.string(),
  status: z.string(),
  createdAt: z.int(),
  items: z.array(z.object({ product: productSchema, skuId: z.string(), quantity: z.int() })),
  total: z.int(),
  shippingFee: z.int(),
  receiver: z.string(),
  phone: z.string(),
  address: z.string(),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  tracking: z.array(z.object({ at: z.int(), text: z.string() })),
});
const tradeSchema = z.object({
  currency: z.string(),
  products: z.array(productSchema),
  vouchers: z.array(
    z.object({
      voucherId: z.string(),
      voucherCode: z.string(),
      name: z.string(),
      percent: z.int().nullable(),
      amountOff: z.int().nullable(),
      startsAt: z.int(),
      endsAt: z.int(),
      total: z.int(),
      used: z.int(),
    }),
  ),
  orders: z.array(orderSchema),
  followers: z.array(z.object({ userId: z.string() })),
  quickReplies: z.array(
    z.object({
      groupId: z.string(),
      name: z.string(),
      replies: z.array(z.object({ replyId: z.string(), text: z.string() })),
    }),
  ),
  stickers: z.array(z.object({ stickerId: z.string(), packageId: z.string() })),
  isOnVacation: z.boolean(),
});
export type Trade = z.output<typeof tradeSchema>;
export type TradeOrder = z.output<typeof orderSchema>;

export const tradeNow = async ({ ask, shop }: LazadaHarness): Promise<Trade> =>
  tradeSchema.parse(await ask('GET', `/sim/trade?marketplace=lazada&shopId=${shop.shopId}`));
