/**
 * Orders. A row of the list and the detail consist of the same modules. Their names are seen at the order pages' newer
 * list (`/api/fulfillment/order/list`). Ours: what that list does not have (buyer's pigeon id, seller's note, address,
 * tracks, the time of the last change, the reason of a reverse).
 */
import type { Page } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformShopId,
  LIMITS,
  type OrderDetail,
  type OrderItem,
  type OrderRecord,
  type OrderStatus,
  type Parcel,
  UNKNOWN,
  type Unknown,
} from '@pasar/domain';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { id, readRows, wirePrice } from '../wire/fields.ts';
import { ok } from '../wire/outcome.ts';
import { type TiktokCall, wireGet, wirePost } from '../wire/scope.ts';

/** The old official order statuses, as in `sku_display_status` (111 is seen there). */
const STATUS: ReadonlyMap<number, OrderStatus> = new Map([
  [100, 'unpaid'],
  [111, 'wait_seller_send'],
  [112, 'wait_seller_send'],
  [114, 'wait_seller_send'],
  [121, 'wait_receiver_confirm'],
  [122, 'wait_receiver_confirm'],
  [130, 'finished'],
  [140, 'cancelled'],
]);
/** A reverse that is under way: 1 requests cancellation, the others a refund or a return. The numbers are seen. */
const REVERSE_CANCEL = 1;

const seconds = z.coerce
  .number()
  .int()
  .nonnegative()
  .transform((value) => value * 1_000);
const milliseconds = z.coerce.number().int().nonnegative();

const skuModule = z
  .object({
    product_id: id,
    product_name: z.string(),
    product_image: z.object({ url_list: z.array(z.string()) }).nullish(),
    quantity: z.int().positive(),
    sku_name: z.string().nullish(),
    seller_sku_name: z.string().nullish(),
    sku_unit_price: wirePrice,
  })
  .transform(
    (row): OrderItem => ({
      productId: row.product_id,
      title: row.product_name,
      variant: row.sku_name || null,
      sellerSku: row.seller_sku_name || null,
      imageUrl: row.product_image?.url_list[0] ?? null,
      quantity: row.quantity,
      price: row.sku_unit_price,
    }),
  );

const trackRow = z
  .object({ update_time: milliseconds, description: z.string() })
  .transform(({ update_time: at, description: text }) => ({ at, text }));
const logisticsModule = z
  .object({
    package_id: id,
    provider_name: z.string().nullish(),
    tracking_no: z.string().nullish(),
    track_list: z.array(trackRow).nullish(),
  })
  .transform(
    (row): Parcel => ({
      parcelId: row.package_id,
      carrier: row.provider_name || null,
      trackingNumber: row.tracking_no || null,
      events: [...(row.track_list ?? [])].sort((one, other) => other.at - one.at),
    }),
  );

const modules = z.object({
  main_order_id: id,
  order_status_module: z.array(z.object({ sku_display_status: z.int() })).min(1),
  reverse_module: z.array(z.object({ reverse_type: z.int(), reverse_reason: z.string().nullish() })).nullish(),
  price_module: z.object({ grand_total: wirePrice }),
  sku_module: z.array(skuModule),
  trade_order_module: z.object({
    create_time: seconds,
    update_time: seconds.nullish(),
    pay_method: z.string().nullish(),
    shipping_fee: wirePrice.nullish(),
  }),
  buyer_info_module: z.object({ buyer_nickname: z.string(), pigeon_uid: id.nullish() }),
  note_module: z.object({ seller_note: z.string().nullish() }).nullish(),
  address_module: z.object({ name: z.string(), phone: z.string().nullish(), full_address: z.string() }).nullish(),
  logistics_info_module: z.array(logisticsModule).nullish(),
});

/** An open reverse takes precedence over the order's own status. */
function statusOf(row: z.infer<typeof modules>): {
  readonly status: OrderStatus | Unknown;
  readonly wireStatus: string;
} {
  const shown = row.order_status_module[0]?.sku_display_status ?? 0;
  const status = STATUS.get(shown) ?? UNKNOWN;
  const reverse = row.reverse_module?.[0]?.reverse_type;
  if (reverse === undefined || status === 'cancelled') return { status, wireStatus: String(shown) };
  return { status: reverse === REVERSE_CANCEL ? 'in_cancel' : 'refund', wireStatus: `${shown} reverse ${reverse}` };
}

function fromModules(row: z.infer<typeof modules>): OrderDetail {
  const { trade_order_module: trade, buyer_info_module: buyer, address_module: address } = row;
  return {
    orderId: row.main_order_id,
    orderNumber: row.main_order_id,
    buyerId: buyer.pigeon_uid === null || buyer.pigeon_uid === undefined ? null : asBuyerId(buyer.pigeon_uid),
    buyerName: buyer.buyer_nickname,
    ...statusOf(row),
    total: row.price_module.grand_total,
    createdAt: trade.create_time,
    items: row.sku_module,
    sellerNote: row.note_module?.seller_note || null,
    paymentMethod: trade.pay_method || null,
    shippingFee: trade.shipping_fee ?? null,
    address:
      address === null || address === undefined
        ? null
        : { receiver: address.name, phone: address.phone ?? null, fullAddress: address.full_address },
    parcels: row.logistics_info_module ?? [],
    // No public call rates a buyer here.
    isRatable: false,
  };
}
const orderRow = modules.transform(fromModules);
/** A reverse that asked for a cancellation tells why, also when it is over. */
const listRow = modules.transform((row): OrderRecord => {
  const { parcels, ...facts } = fromModules(row);
  const [parcel] = parcels;
  const cancelled = row.reverse_module?.find(({ reverse_type: type }) => type === REVERSE_CANCEL);
  return {
    ...facts,
    changedAt: row.trade_order_module.update_time || facts.createdAt,
    carrier: parcel?.carrier ?? null,
    trackingNumber: parcel?.trackingNumber ?? null,
    cancelReason: cancelled?.reverse_reason || null,
  };
});

/** Tab 0 lists everything (seen); ours: the numbers of the other tabs. */
const ORDER_TABS: Readonly<Record<OrderStatus, number>> = {
  unpaid: 1,
  wait_seller_send: 2,
  wait_receiver_confirm: 3,
  finished: 4,
  cancelled: 5,
  in_cancel: 6,
  refund: 7,
};
const orderPage = z.object({ main_orders: z.array(z.unknown()).nullish(), has_more: z.boolean().nullish() });
/** Spec 2 §9. */
const PAGE_SIZE = LIMITS.conversationHistoryPageSize;

/** Descending: 3, by creation, is seen; ours: 4, by the last change. */
const SORT_FIELDS = { created: 3, changed: 4 } as const;

export interface OrderListQuery {
  readonly status: OrderStatus | null;
  /** Required (spec 2 §5); an empty list selects all buyers. */
  readonly usernames: readonly string[];
  readonly mainOrderIds: readonly string[];
  readonly sort: keyof typeof SORT_FIELDS;
  readonly offset: number;
}

/** `count`: the number of rows on the page, unreadable rows included. The next page starts after them. */
export interface OrderPage extends Omit<Page<OrderRecord>, 'next'> {
  readonly count: number;
  readonly hasMore: boolean;
}
export const orderListCall: TiktokCall<OrderListQuery, OrderPage> = {
  key: 'tiktok-seller POST /api/v2/trade/orders/list',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ status, usernames, mainOrderIds, sort, offset }) =>
    wirePost('/api/v2/trade/orders/list', {
      pagination_type: 0,
      tab: status === null ? 0 : ORDER_TABS[status],
      version: 2,
      list_condition: {
        sort_field: SORT_FIELDS[sort],
        sort_type: 0,
        usernames,
        ...(mainOrderIds.length === 0 ? {} : { main_order_ids: mainOrderIds }),
      },
      count: PAGE_SIZE,
      offset,
    }),
  fromWire: (answer, { shop }) => {
    const page = fromEnvelope(orderPage)(answer);
    if (!page.ok) return page;
    const rows = page.value.main_orders ?? [];
    const read = readRows(rows, listRow, shop === null ? null : asPlatformShopId(shop.shopId));
    return ok({ ...read, count: rows.length, hasMore: page.value.has_more === true });
  },
};

export const orderDetailCall: TiktokCall<{ readonly orderId: string }, OrderDetail> = {
  key: 'tiktok-chat GET getOrderDetail',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ orderId }) => wireGet('/chat/api/seller/getOrderDetail', { orderId }),
  fromWire: fromEnvelope(z.object({ orderInfo: orderRow }).transform(({ orderInfo }) => orderInfo)),
};
