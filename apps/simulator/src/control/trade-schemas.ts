/** Schemas of a shop's trade in the control API. Money in units of 1/100,000 of the currency, times in milliseconds. */
import { z } from 'zod';
import { TRADE_ORDER_STATUSES } from '../world/trade.ts';

const id = z.string().regex(/^[0-9]{1,20}$/);
const money = z.number().int();

const productSchema = z.object({
  productId: id,
  title: z.string(),
  imagePath: z.string(),
  sellerSku: z.string(),
  currency: z.string(),
  price: money,
  salePrice: money,
  isOnline: z.boolean(),
  variants: z
    .array(z.object({ skuId: id, name: z.string(), sellerSku: z.string(), price: money, stock: z.number().int() }))
    .readonly(),
});
const voucherSchema = z.object({
  voucherId: id,
  voucherCode: z.string(),
  name: z.string(),
  percent: z.number().nullable(),
  amountOff: money.nullable(),
  minimumSpend: money,
  startsAt: z.number(),
  endsAt: z.number(),
  total: z.number().int(),
  used: z.number().int(),
});
const orderSchema = z.object({
  orderId: id,
  orderNumber: z.string(),
  buyerId: id,
  buyerName: z.string(),
  status: z.enum(TRADE_ORDER_STATUSES),
  toldStatus: z.string().nullable().describe("what the marketplace tells instead; null: the order's own status"),
  createdAt: z.number(),
  updatedAt: z.number(),
  cancelReason: z.number().int().nullable(),
  items: z.array(z.object({ product: productSchema, skuId: id, quantity: z.number().int() })).readonly(),
  total: money,
  shippingFee: money,
  paymentMethod: z.number().int(),
  receiver: z.string(),
  phone: z.string(),
  address: z.string(),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  tracking: z.array(z.object({ at: z.number(), text: z.string() })).readonly(),
  sellerNote: z.string(),
  rating: z.object({ stars: z.number().int(), comment: z.string() }).nullable(),
});
const returnSchema = z.object({
  returnId: id,
  returnSn: z.string(),
  order: orderSchema,
  status: z.number().int(),
  reason: z.number().int(),
  refund: money,
  text: z.string(),
  pictures: z.array(z.string()).readonly(),
  needsGoods: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  respondBy: z.number(),
  trackingNumber: z.string().nullable(),
  tracking: z.array(z.object({ at: z.number(), text: z.string() })).readonly(),
});
const notificationSchema = z.object({
  notificationId: id,
  group: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.number(),
  status: z.union([z.literal(1), z.literal(2)]),
});
const ratingSchema = z.object({
  ratingId: id,
  buyerId: id,
  buyerName: z.string(),
  orderNumber: z.string(),
  productId: id,
  productName: z.string(),
  pictures: z.array(z.string()).readonly(),
  stars: z.number().int(),
  comment: z.string(),
  reply: z.string().nullable(),
  at: z.number(),
});
const followerSchema = z.object({ userId: id, username: z.string(), shopId: id });
const addressSchema = z.object({
  addressId: id,
  receiver: z.string(),
  phone: z.string(),
  district: z.string(),
  town: z.string(),
  fullAddress: z.string(),
});
const offerSchema = z.object({
  offerId: id,
  buyerId: id,
  product: productSchema,
  quantity: z.number().int(),
  price: money,
  status: z.enum(['waiting', 'accepted', 'rejected']),
});
const incomeSchema = z.object({
  available: money,
  pending: money,
  entries: z.array(z.object({ entryId: id, order: orderSchema, amount: money, at: z.number() })).readonly(),
});
const metrics = z.record(z.string(), z.object({ value: z.number(), previous: z.number() }));
const quickReplySchema = z.object({
  groupId: id,
  name: z.string(),
  replies: z.array(z.object({ replyId: id, text: z.string() })).readonly(),
});

export const shopTradeSchema = z.object({
  clock: z.number().describe("the shop's time: its orders have lived until then"),
  currency: z.string(),
  products: z.array(productSchema).readonly(),
  vouchers: z.array(voucherSchema).readonly(),
  orders: z.array(orderSchema).readonly().describe('newest first'),
  returns: z.array(returnSchema).readonly(),
  notifications: z.array(notificationSchema).readonly(),
  ratings: z.array(ratingSchema).readonly(),
  followers: z.array(followerSchema).readonly(),
  followees: z.array(followerSchema).readonly(),
  income: incomeSchema,
  dashboard: z.object({ real_time: metrics, yesterday: metrics, past7days: metrics, past30days: metrics }),
  quickReplies: z.array(quickReplySchema).readonly(),
  stickers: z.array(z.object({ stickerId: id, packageId: id, symbol: z.string(), imagePath: z.string() })).readonly(),
  addresses: z.array(addressSchema).readonly(),
  offers: z.array(offerSchema).readonly(),
  creators: z
    .array(
      z.object({
        creatorId: id,
        handle: z.string(),
        nickname: z.string(),
        followers: z.number().int(),
        isInvited: z.boolean(),
      }),
    )
    .readonly(),
  isOnVacation: z.boolean(),
  isFrozen: z.boolean(),
});
