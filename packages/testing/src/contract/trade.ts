/** A shop's trade as the simulator's control API tells it, with the fields that the affair rules read. */
import type { Marketplace } from '@pasar/domain';
import { z } from 'zod';

const orderSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  buyerId: z.string(),
  status: z.string(),
  toldStatus: z.string().nullable(),
  updatedAt: z.number(),
  cancelReason: z.int().nullable(),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  tracking: z.array(z.object({ text: z.string() })),
  sellerNote: z.string(),
  rating: z.object({ stars: z.int(), comment: z.string() }).nullable(),
});
const tradeSchema = z.object({
  currency: z.string(),
  products: z.array(z.object({ productId: z.string(), title: z.string(), isOnline: z.boolean() })),
  vouchers: z.array(
    z.object({
      voucherId: z.string(),
      voucherCode: z.string(),
      name: z.string(),
      percent: z.number().nullable(),
    }),
  ),
  orders: z.array(orderSchema),
  returns: z.array(
    z.object({
      returnId: z.string(),
      returnSn: z.string(),
      order: z.object({ orderId: z.string(), orderNumber: z.string(), buyerId: z.string(), buyerName: z.string() }),
      status: z.int(),
      reason: z.int(),
      refund: z.int(),
      text: z.string(),
      pictures: z.array(z.string()),
      needsGoods: z.boolean(),
      createdAt: z.number(),
      updatedAt: z.number(),
      respondBy: z.number(),
      trackingNumber: z.string().nullable(),
      tracking: z.array(z.object({ at: z.number(), text: z.string() })),
    }),
  ),
  notifications: z.array(
    z.object({
      notificationId: z.string(),
      group: z.string(),
      title: z.string(),
      text: z.string(),
      status: z.int(),
      at: z.number(),
    }),
  ),
  ratings: z.array(
    z.object({
      ratingId: z.string(),
      buyerId: z.string(),
      buyerName: z.string(),
      orderNumber: z.string(),
      productId: z.string(),
      productName: z.string(),
      pictures: z.array(z.string()),
      stars: z.int(),
      comment: z.string(),
      reply: z.string().nullable(),
      at: z.number(),
    }),
  ),
  followers: z.array(z.object({ userId: z.string() })),
  income: z.object({
    available: z.int(),
    entries: z.array(z.object({ entryId: z.string(), order: z.object({ status: z.string() }) })),
  }),
  dashboard: z.object({ yesterday: z.object({ visitors: z.object({ value: z.number() }) }) }),
  quickReplies: z.array(
    z.object({
      groupId: z.string(),
      name: z.string(),
      replies: z.array(z.object({ replyId: z.string(), text: z.string() })),
    }),
  ),
  stickers: z.array(z.object({ stickerId: z.string(), packageId: z.string() })),
  addresses: z.array(
    z.object({
      addressId: z.string(),
      receiver: z.string(),
      phone: z.string(),
      district: z.string(),
      town: z.string(),
      fullAddress: z.string(),
    }),
  ),
  offers: z.array(z.object({ offerId: z.string(), buyerId: z.string(), status: z.string() })),
  creators: z.array(z.object({ creatorId: z.string(), isInvited: z.boolean() })),
  isOnVacation: z.boolean(),
});
export type Trade = z.output<typeof tradeSchema>;
export type TradeOrder = z.output<typeof orderSchema>;

/** Money is in units of 1/100,000 of the currency. */
export const UNITS = 100_000;

export async function readTrade(controlOrigin: string, marketplace: Marketplace, shopId: string): Promise<Trade> {
  const response = await fetch(`${controlOrigin}/sim/trade?${new URLSearchParams({ marketplace, shopId })}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`the trade of ${marketplace} ${shopId}: HTTP ${response.status} ${text}`);
  return tradeSchema.parse(JSON.parse(text));
}
