/** One order: its content, its parcels, and the seller's note (facts 1.7). */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import type { OrderDetail } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { toGet, toPost } from '../definition.ts';
import { readData, readDone } from './envelope.ts';
import { fromWireOrder, wireOrder } from './order.ts';

export interface OneOrder {
  readonly orderId: string;
}

/** Without its parcels. */
export const getOneOrder: ShopeeCall<OneOrder, OrderDetail> = {
  key: 'shopee-seller GET order/get_one_order',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ orderId }) => toGet('/api/v3/order/get_one_order', { order_id: orderId }),
  fromWire(answer, scope) {
    const data = readData(answer, wireOrder);
    return data.ok ? { ok: true, value: fromWireOrder(data.value, scope) } : data;
  },
};

/** A parcel as the order calls return it, before it is shipped. */
export interface OrderPackage {
  readonly orderId: string;
  readonly packageNumber: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly channelId: string | null;
}
const packages = z.object({
  package_list: z.array(
    z
      .object({
        order_id: wireId,
        package_number: z.string().min(1),
        fulfilment_channel_name: z.string().nullish(),
        consignment_no: z.string().nullish(),
        channel_id: wireId.nullish(),
      })
      .transform(
        (row): OrderPackage => ({
          orderId: row.order_id,
          packageNumber: row.package_number,
          carrier: row.fulfilment_channel_name || null,
          trackingNumber: row.consignment_no || null,
          channelId: row.channel_id ?? null,
        }),
      ),
  ),
});
function readPackages(answer: WireAnswer): Outcome<readonly OrderPackage[]> {
  const data = readData(answer, packages);
  return data.ok ? { ok: true, value: data.value.package_list } : data;
}

/** The envelope was seen; the fields of a row are those of the newer cards. */
export const getPackage: ShopeeCall<OneOrder, readonly OrderPackage[]> = {
  key: 'shopee-seller GET order/get_package',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ orderId }) => toGet('/api/v3/order/get_package', { order_id: orderId }),
  fromWire: readPackages,
};

/** Ours: the call takes the ids of several orders. */
export const getPackageList: ShopeeCall<{ readonly orderIds: readonly string[] }, readonly OrderPackage[]> = {
  key: 'shopee-seller GET order/get_package_list',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ orderIds }) => toGet('/api/v3/order/get_package_list', { order_ids: orderIds.join(',') }),
  fromWire: readPackages,
};

export interface OrderRating extends OneOrder {
  /** 1 to 5. */
  readonly stars: number;
  readonly comment: string;
}
/** A buyer is rated once. */
export const rateOrder: ShopeeCall<OrderRating, null> = {
  key: 'shopee-seller POST order/rate_order',
  tag: 'seen',
  repeat: 'once',
  toWire: ({ orderId, stars, comment }) =>
    toPost('/api/v3/order/rate_order/', {
      order_id: toWireInteger(orderId),
      rate_comment: comment,
      rate_star: stars,
    }),
  fromWire: (answer) => readDone(answer),
};

export interface CancelResponse extends OneOrder {
  readonly isAccepted: boolean;
}
/**
 * Answers a buyer's wish to cancel. The catalogue does not name the call; it is publicly known. An answer is final: it is
 * given once.
 */
export const respondCancelRequest: ShopeeCall<CancelResponse, null> = {
  key: 'shopee-seller POST order/respond_cancel_request',
  tag: 'seen',
  repeat: 'once',
  toWire: ({ orderId, isAccepted }) =>
    toPost('/api/v3/order/respond_cancel_request', {
      order_id: toWireInteger(orderId),
      action: isAccepted ? 'accept' : 'reject',
    }),
  fromWire: (answer) => readDone(answer),
};

export interface OrderNote extends OneOrder {
  readonly note: string;
}
export const updateNote: ShopeeCall<OrderNote, null> = {
  key: 'shopee-seller POST order/update_note',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: ({ orderId, note }) =>
    toPost('/api/v3/order/update_note/', { order_id: toWireInteger(orderId), new_note: note }),
  fromWire: (answer) => readDone(answer),
};
