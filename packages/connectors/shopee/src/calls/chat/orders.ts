/** Orders in the chat: the shapes of the seller centre's older calls, without their envelope (facts 1.7, 6). */
import type { Page, SellerNote } from '@pasar/connector-kit';
import type { OrderDetail, Parcel } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer } from '../../wire/answer.ts';
import type { ShopeeCall, ShopeeScope } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { done, mapOutcome, toGet, toPut } from '../definition.ts';
import { readPage, wireTime } from '../seller/fields.ts';
import { fromWireOrder, wireOrder } from '../seller/order.ts';
import { chatPath, nextOf, SEARCH_PAGE_SIZE, shopField } from './chat-wire.ts';

/** A page of the older order rows. */
export const orderRows =
  (scope: ShopeeScope) =>
  (rows: readonly unknown[]): Page<OrderDetail> =>
    readPage(rows, wireOrder, (order) => fromWireOrder(order, scope), nextOf(rows, SEARCH_PAGE_SIZE));

/** Ours: the words for the tabs of the order panel (spec 1 §2). */
const ORDER_TYPES = ['all', 'unpaid', 'toship', 'shipping', 'completed', 'cancelled'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export interface OrdersOfBuyer {
  readonly buyerId: string;
  readonly type: OrderType;
  readonly page: number;
}
export const ordersByBuyer: ShopeeCall<OrdersOfBuyer, Page<OrderDetail>> = {
  key: 'shopee-chat GET orders/orders_by_buyer_id',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ buyerId, type, page }, { shopId }) =>
    toGet(chatPath('orders/orders_by_buyer_id'), {
      buyer_id: buyerId,
      shop_id: shopId,
      type,
      page: String(page),
      per_page: String(SEARCH_PAGE_SIZE),
    }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, z.array(z.unknown())), orderRows(scope)),
};

export const orderDetail: ShopeeCall<{ readonly orderId: string }, OrderDetail> = {
  key: 'shopee-chat GET order/{id}',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ orderId }, { shopId }) => toGet(chatPath(`order/${orderId}`), { shop_id: shopId }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, wireOrder), (body) => fromWireOrder(body, scope)),
};

const wireParcel = z.object({
  package_number: z.string(),
  carrier: z.string().nullish(),
  tracking_number: z.string().nullish(),
  list: z.array(z.object({ ctime: wireTime, description: z.string() })).default([]),
});
const logisticsRow = z.object({ order_id: wireId, packages: z.array(wireParcel) });

function fromWireParcel(parcel: z.output<typeof wireParcel>): Parcel {
  return {
    parcelId: parcel.package_number,
    carrier: parcel.carrier || null,
    trackingNumber: parcel.tracking_number || null,
    events: parcel.list
      .map(({ ctime, description }) => ({ at: ctime, text: description }))
      .sort((left, right) => right.at - left.at),
  };
}

/** At most 10 orders at once (spec 2 §9). The rows are those that facts 6 propose. */
export const logisticsInfo: ShopeeCall<
  { readonly orderIds: readonly string[] },
  ReadonlyMap<string, readonly Parcel[]>
> = {
  key: 'shopee-chat GET orders/logistics_info_by_order_ids',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ orderIds }, { shopId }) =>
    toGet(chatPath('orders/logistics_info_by_order_ids'), { order_ids: orderIds.join(','), shop_id: shopId }),
  fromWire: (answer) =>
    mapOutcome(
      readAnswer(answer, z.array(logisticsRow)),
      (rows) => new Map(rows.map((row) => [row.order_id, row.packages.map(fromWireParcel)])),
    ),
};

/** A new note replaces the previous one. */
export const sellerNote: ShopeeCall<SellerNote, null> = {
  key: 'shopee-chat PUT orders/seller_note',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ orderId, note, buyerId }, { shopId }) =>
    toPut(chatPath('orders/seller_note'), {
      order_id: toWireInteger(orderId),
      note,
      ...shopField(shopId),
      ...(buyerId === null ? {} : { buyer_id: toWireInteger(buyerId) }),
    }),
  fromWire: (answer) => done(readAnswer(answer, z.unknown())),
};
