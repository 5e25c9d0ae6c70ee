import { asBuyerId, type OrderDetail, SHOWN_ORDER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';

/** What a marketplace says of an order. Times are milliseconds since the epoch. */
const text = z.string().nullable();
const time = z.number();

const orderItem = z.object({
  productId: z.string(),
  title: z.string(),
  variant: text,
  sellerSku: text,
  imageUrl: text,
  quantity: z.number(),
  price: money,
});
const parcel = z.object({
  parcelId: z.string(),
  carrier: text,
  trackingNumber: text,
  events: z.array(z.object({ at: time, text: z.string() })),
});
export const orderDetailFact = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  buyerId: z.string().transform(asBuyerId).nullable(),
  buyerName: z.string(),
  status: z.enum(SHOWN_ORDER_STATUSES),
  wireStatus: z.string(),
  total: money,
  createdAt: time,
  items: z.array(orderItem),
  sellerNote: text,
  paymentMethod: text,
  shippingFee: money.nullable(),
  address: z.object({ receiver: z.string(), phone: text, fullAddress: z.string() }).nullable(),
  parcels: z.array(parcel),
  isRatable: z.boolean(),
}) satisfies z.ZodType<OrderDetail>;
