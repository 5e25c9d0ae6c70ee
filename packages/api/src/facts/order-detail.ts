import { asBuyerId, type Order, type OrderDetail, type Parcel } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';
import { orderHead } from './orders.ts';

const text = z.string().nullable();
const time = z.number();

export const orderItem = z.object({
  productId: z.string(),
  title: z.string(),
  variant: text,
  sellerSku: text,
  imageUrl: text,
  quantity: z.number(),
  price: money,
});
/** A package of an order; its events newest first. */
export const parcelFact = z.object({
  parcelId: z.string(),
  carrier: text,
  trackingNumber: text,
  events: z.array(z.object({ at: time, text: z.string() })),
}) satisfies z.ZodType<Parcel>;
export type ParcelView = z.infer<typeof parcelFact>;
/** A marketplace's facts about an order in a list. Times are milliseconds since the epoch. */
export const orderFact = orderHead.extend({
  orderId: z.string(),
  buyerId: z.string().transform(asBuyerId).nullable(),
  buyerName: z.string(),
  wireStatus: z.string(),
  createdAt: time,
  items: z.array(orderItem),
  sellerNote: text,
}) satisfies z.ZodType<Order>;
export type OrderView = z.infer<typeof orderFact>;

/** The same with everything else that the marketplace tells of one order. */
export const orderDetailFact = orderFact.extend({
  paymentMethod: text,
  shippingFee: money.nullable(),
  address: z.object({ receiver: z.string(), phone: text, fullAddress: z.string() }).nullable(),
  parcels: z.array(parcelFact),
  isRatable: z.boolean(),
}) satisfies z.ZodType<OrderDetail>;
export type OrderDetailView = z.infer<typeof orderDetailFact>;
