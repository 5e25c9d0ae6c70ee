/** Journal entries beside the chats' facts: changes of a shop's trade, and demands set on an account. */
import { z } from 'zod';
import { DEMAND_KINDS } from './demands.ts';
import { ORDER_STEPS } from './trade.ts';

const id = z.string().regex(/^[0-9]+$/);
const marketplace = z.enum(['shopee', 'lazada', 'tiktok']);
const address = z.strictObject({
  addressId: id,
  receiver: z.string(),
  phone: z.string(),
  district: z.string(),
  town: z.string(),
  fullAddress: z.string(),
});
const at = z.int().nonnegative();
export const basketSchema = z.strictObject({
  buyerId: id,
  lines: z
    .array(z.strictObject({ productId: id, skuId: id, quantity: z.int().min(1).max(99) }))
    .readonly()
    .describe('empty: what the seed draws'),
});
/** Changes of orders. Their moments are of the shop's time, so the control API takes them without. */
const orderChangeSchemas = [
  z.strictObject({ change: z.literal('placeOrder'), at, basket: basketSchema }),
  z.strictObject({ change: z.literal('orderStep'), at, orderId: id, step: z.enum(ORDER_STEPS) }),
  z.strictObject({ change: z.literal('tellStatus'), at, orderId: id, status: z.string().nullable() }),
  z.strictObject({ change: z.literal('timePasses'), until: at }),
] as const;
/** What the seller changes in the marketplace's own app. */
export const sellerChangeSchema = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('sellerNote'), orderId: id, note: z.string() }),
  z.strictObject({
    change: z.literal('rateBuyer'),
    orderId: id,
    stars: z.number().int().min(1).max(5),
    comment: z.string(),
  }),
  z.strictObject({ change: z.literal('readNotification'), notificationId: z.union([id, z.literal('all')]) }),
  z.strictObject({ change: z.literal('vacation'), isOn: z.boolean() }),
  z.strictObject({ change: z.literal('frozen'), isFrozen: z.boolean() }),
  z.strictObject({ change: z.literal('answerOffer'), offerId: id, isAccepted: z.boolean() }),
  z.strictObject({ change: z.literal('claimVoucher'), voucherId: id }),
  z.strictObject({ change: z.literal('follow'), shopId: id, isFollowing: z.boolean() }),
  z.strictObject({ change: z.literal('address'), address }),
  z.strictObject({ change: z.literal('inviteCreators'), creatorIds: z.array(id).readonly() }),
]);
export const accountDemandsSchema = z.strictObject({
  demands: z.array(z.enum(DEMAND_KINDS)).describe('asked one after the other at a password login'),
  remaining: z.number().int().nonnegative().nullable().describe('for this many logins; null: for every login'),
  refusal: z.string().min(1).nullable().describe("a code of the marketplace's own error catalogue"),
});

export const sideSchemas = [
  z.object({
    type: z.literal('trade'),
    marketplace,
    shopId: id,
    change: z.discriminatedUnion('change', [...sellerChangeSchema.options, ...orderChangeSchemas]),
  }),
  z.object({ type: z.literal('demands'), marketplace, identifier: z.string(), account: accountDemandsSchema }),
] as const;
