import type { CardDetail } from '@pasar/connector-kit';
import { asBuyerId, SHOWN_ORDER_STATUSES, UNKNOWN, VOUCHER_STATUSES } from '@pasar/domain';
import { z } from 'zod';

/** What a marketplace says of an order or a voucher, on its way between two processes. Times are milliseconds. */
const text = z.string().nullable();
const money = z.object({ amount: z.string(), currency: z.string() });
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
const order = z.object({
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
});
const voucher = z.object({
  voucherId: z.string(),
  voucherCode: text,
  name: z.string(),
  discount: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('amount'), off: money }),
    z.object({ kind: z.literal('percent'), percent: z.number() }),
    z.object({ kind: z.literal(UNKNOWN), wireType: z.string() }),
  ]),
  minimumSpend: money.nullable(),
  startsAt: time,
  endsAt: time,
  status: z.enum([...VOUCHER_STATUSES, UNKNOWN]),
  wireStatus: z.string(),
  left: z.number().nullable(),
});

export const cardDetail: z.ZodType<CardDetail> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), order }),
  z.object({ kind: z.literal('voucher'), voucher }),
]);
