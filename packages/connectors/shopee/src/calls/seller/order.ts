/** An order as the seller centre's older order calls return it: decimal strings, seconds, codes (facts 1.7). */
import { asBuyerId, type OrderDetail, type OrderItem, type OrderRecord } from '@pasar/domain';
import { z } from 'zod';
import { pictureUrl, type ShopeeScope } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { textAmount, wireTime } from './fields.ts';
import { orderStatusOf, paymentMethodOf } from './order-status.ts';

const wireItem = z.object({
  item_id: wireId,
  amount: z.int().positive(),
  /** The price of one item for the buyer; `item_price` is before discount. */
  order_price: textAmount,
  item_model: z.object({ name: z.string().nullish(), sku: z.string().nullish() }).nullish(),
  product: z.object({ name: z.string(), images: z.array(z.string()).default([]), sku: z.string().nullish() }),
});

export const wireOrder = z.object({
  order_id: wireId,
  order_sn: z.string(),
  status_ext: z.int(),
  is_request_cancellation: z.boolean().default(false),
  currency: z.string(),
  total_price: textAmount,
  shipping_fee: textAmount.nullish(),
  payment_method: z.int().nullish(),
  create_time: wireTime,
  /** Ours: that the order tells when it last changed, and under which name. */
  update_time: wireTime.nullish(),
  note: z.string().nullish(),
  shipping_traceno: z.string().nullish(),
  actual_carrier: z.string().nullish(),
  /** 0 where nobody cancelled. */
  cancel_reason_ext: z.int().nullish(),
  shipping_address: z.string().nullish(),
  buyer_address_name: z.string().nullish(),
  buyer_address_phone: z.string().nullish(),
  order_ratable: z.boolean().default(false),
  /** Missing when the buyer has left the marketplace. */
  buyer_user: z.object({ user_id: wireId, user_name: z.string() }).nullish(),
  order_items: z.array(wireItem),
});
type WireOrder = z.output<typeof wireOrder>;

const toItem = (item: WireOrder['order_items'][number], currency: string, scope: ShopeeScope): OrderItem => ({
  productId: item.item_id,
  title: item.product.name,
  variant: item.item_model?.name || null,
  sellerSku: item.item_model?.sku || item.product.sku || null,
  imageUrl: pictureUrl(scope, item.product.images[0]),
  quantity: item.amount,
  price: { amount: item.order_price, currency },
});

/** The facts that a list's order and a single order share. */
function factsOf(order: WireOrder, scope: ShopeeScope): Omit<OrderDetail, 'parcels'> {
  const { currency, shipping_fee: fee, payment_method: method } = order;
  const { buyer_address_name: receiver, buyer_address_phone: phone, shipping_address: address } = order;
  return {
    orderId: order.order_id,
    orderNumber: order.order_sn,
    buyerId: order.buyer_user ? asBuyerId(order.buyer_user.user_id) : null,
    buyerName: order.buyer_user?.user_name ?? '',
    status: orderStatusOf(order.status_ext, order.is_request_cancellation),
    wireStatus: String(order.status_ext),
    total: { amount: order.total_price, currency },
    createdAt: order.create_time,
    items: order.order_items.map((item) => toItem(item, currency, scope)),
    sellerNote: order.note || null,
    paymentMethod: method === null || method === undefined ? null : paymentMethodOf(method),
    shippingFee: fee === null || fee === undefined ? null : { amount: fee, currency },
    address: receiver && address ? { receiver, phone: phone || null, fullAddress: address } : null,
    isRatable: order.order_ratable,
  };
}

/** Without its parcels, which other calls return. */
export const fromWireOrder = (order: WireOrder, scope: ShopeeScope): OrderDetail => ({
  ...factsOf(order, scope),
  parcels: [],
});

/** The carrier is told before the order is sent, too; it counts with the number of the parcel. */
export function fromWireRecord(order: WireOrder, scope: ShopeeScope): OrderRecord {
  const trackingNumber = order.shipping_traceno || null;
  return {
    ...factsOf(order, scope),
    changedAt: order.update_time || order.create_time,
    carrier: trackingNumber === null ? null : order.actual_carrier || null,
    trackingNumber,
    cancelReason: order.cancel_reason_ext ? String(order.cancel_reason_ext) : null,
  };
}
