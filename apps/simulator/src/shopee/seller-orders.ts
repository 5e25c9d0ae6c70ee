/** Orders: lists of ids, full orders, parcels, notes and ratings (facts 1.7). */
import { z } from 'zod';
import type { TradeOrder } from '../world/trade.ts';
import { lastChangedFirst } from '../world/trading/by-change.ts';
import { numericId } from './accounts.ts';
import type { CallInput, OpenRoute } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { idField, queriedSlice, sliceOf, toHash, toSeconds, toText } from './seller-fields.ts';

type Status = TradeOrder['status'];
const PAGE = 40;
/** The client sends ten ids in a call; more were never seen. */
const MOST_IDS = 10;
const NOT_FOUND = refused('order not found', 1_000_100);

/** 100 all, 200 unpaid, 300 to ship, 400 shipping, 500 completed. ours: 600 for returned or cancelled. */
const TABS: Readonly<Record<number, readonly Status[] | null>> = {
  100: null,
  200: ['unpaid'],
  300: ['toShip', 'cancelRequested'],
  400: ['shipping'],
  500: ['completed'],
  600: ['cancelRequested', 'cancelled', 'returning', 'returned'],
};
const SOURCES: Readonly<Record<string, readonly Status[] | null>> = {
  all: null,
  unpaid: ['unpaid'],
  toship: ['toShip', 'cancelRequested'],
  shipping: ['shipping'],
  completed: ['completed'],
  cancelled: ['cancelled'],
};
/** The extended status of spec 1 §3. A request to cancel is a flag beside the status. */
const STATUS_EXT: Readonly<Record<Status, number>> = {
  unpaid: 1,
  toShip: 2,
  cancelRequested: 2,
  shipping: 3,
  completed: 4,
  cancelled: 8,
  returning: 9,
  returned: 10,
};
const statusExtOf = ({ status, toldStatus }: TradeOrder): number =>
  toldStatus === null ? STATUS_EXT[status] : Number(toldStatus);
const among = (orders: readonly TradeOrder[], statuses: readonly Status[] | null): readonly TradeOrder[] =>
  statuses === null ? orders : orders.filter(({ status }) => statuses.includes(status));

export const orderWith = ({ trade }: Desk, orderId: string): TradeOrder | null =>
  trade.orders.find((order) => order.orderId === orderId) ?? null;
export const packageNumberOf = ({ orderId }: TradeOrder): string => `OFG${orderId}`;
/** An accepted order is packed. */
export const isPacked = ({ tracking }: TradeOrder): boolean => tracking.length > 0;

export function orderRow({ shop, trade }: Desk, order: TradeOrder): unknown {
  const shopId = numericId(shop.shopId);
  const buyerId = numericId(order.buyerId);
  return {
    order_id: numericId(order.orderId),
    order_sn: order.orderNumber,
    shop_id: shopId,
    user_id: buyerId,
    seller_userid: numericId(shop.userId),
    status: order.status === 'completed' ? 4 : order.status === 'cancelled' ? 5 : 1,
    status_ext: statusExtOf(order),
    list_type: 7,
    logistics_status: 1,
    logistics_channel: 18_025,
    payment_method: order.paymentMethod,
    currency: trade.currency,
    total_price: toText(order.total),
    buyer_paid_amount: toText(order.status === 'unpaid' ? 0 : order.total),
    shipping_fee: toText(order.shippingFee),
    is_request_cancellation: order.status === 'cancelRequested' && order.toldStatus === null,
    cancel_reason_ext: order.cancelReason ?? 0,
    create_time: toSeconds(order.createdAt),
    update_time: toSeconds(order.updatedAt),
    complete_time: order.status === 'completed' ? toSeconds(order.updatedAt) : 0,
    note: order.sellerNote,
    remark: '',
    shipping_traceno: order.trackingNumber ?? '',
    actual_carrier: order.carrier,
    shipping_address: order.address,
    buyer_address_name: order.receiver,
    buyer_address_phone: order.phone,
    order_ratable: order.status === 'completed' && order.rating === null,
    rate_star: order.rating?.stars ?? 0,
    rate_comment: order.rating?.comment ?? '',
    buyer_user: { user_id: buyerId, shop_id: 0, user_name: order.buyerName, portrait: '' },
    order_items: order.items.map(({ product, skuId, quantity }) => {
      const variant = product.variants.find((each) => each.skuId === skuId);
      return {
        item_id: numericId(product.productId),
        model_id: numericId(skuId),
        amount: quantity,
        item_price: toText(product.price),
        order_price: toText(product.salePrice),
        item_model: {
          model_id: numericId(skuId),
          name: variant?.name ?? '',
          sku: variant?.sellerSku ?? '',
          price: toText(product.salePrice),
          price_before_discount: toText(product.price),
        },
        product: { name: product.title, images: [toHash(product.imagePath)], sku: product.sellerSku, shop_id: shopId },
      };
    }),
  };
}

function packageRow(order: TradeOrder): unknown {
  return {
    order_id: numericId(order.orderId),
    package_number: packageNumberOf(order),
    fulfilment_channel_name: order.carrier,
    consignment_no: order.trackingNumber ?? '',
    channel_id: 18_025,
  };
}

function idPage(name: 'orders' | 'forders', desk: Desk, input: CallInput, isListed: (order: TradeOrder) => boolean) {
  const statuses = SOURCES[input.query.source ?? 'all'];
  if (statuses === undefined) return refused('invalid source');
  const slice = queriedSlice(among(desk.trade.orders, statuses).filter(isListed), input, PAGE);
  if (slice === null) return refused('invalid page');
  const shopId = numericId(desk.shop.shopId);
  return done({
    [name]: slice.items.map(({ orderId }) => ({ order_id: numericId(orderId), shop_id: shopId })),
    page_number: slice.pageNumber,
    page_size: slice.pageSize,
    total: slice.total,
  });
}

/** 3, newest first, was seen. ours: 2, last changed first. */
const CHANGED = 2;
const sortBody = z.object({ sort_type: z.literal([CHANGED, 3]), ascending: z.literal(false) });
const indexBody = z.object({
  order_list_tab: z.int(),
  entity_type: z.literal(1),
  sort: sortBody.default({ sort_type: 3, ascending: false }),
  pagination: z.object({ page_number: z.int().min(1), page_size: z.int().min(1).max(PAGE) }),
});
function listIndex({ shop, trade }: Desk, { body }: CallInput): Verdict {
  const parsed = indexBody.safeParse(body);
  const statuses = parsed.success ? TABS[parsed.data.order_list_tab] : undefined;
  if (!parsed.success || statuses === undefined) return refused('invalid tab, sort or page');
  const { pagination, sort } = parsed.data;
  const { page_number: pageNumber, page_size: pageSize } = pagination;
  const orders = sort.sort_type === CHANGED ? lastChangedFirst(trade.orders) : trade.orders;
  const slice = sliceOf(among(orders, statuses), pageNumber, pageSize);
  return done({
    index_list: slice.items.map(({ orderId }) => ({
      order_id: numericId(orderId),
      shop_id: numericId(shop.shopId),
      region_id: shop.country,
    })),
    pagination: {
      total: slice.total,
      page_number: pageNumber,
      page_size: pageSize,
      next_page_sentinel: '',
      previous_page_sentinel: '',
    },
  });
}

/** Category 1 searches a part of the order number. ours: category 2 searches a part of the buyer's name. */
function hint({ trade }: Desk, { query }: CallInput): Verdict {
  const wanted = (query.keyword ?? '').toLowerCase();
  if (wanted === '') return refused('keyword is empty');
  const found = trade.orders.filter((order) =>
    (query.category === '2' ? order.buyerName : order.orderNumber).toLowerCase().includes(wanted),
  );
  return done({
    orders: found.map((order) => ({ order_id: numericId(order.orderId), status: statusExtOf(order) })),
  });
}

const idsBody = z.object({
  orders: z.array(z.object({ order_id: idField, shop_id: idField })).max(MOST_IDS),
  from_seller_data: z.boolean(),
});
function ordersOfIds(desk: Desk, { body }: CallInput): Verdict {
  const parsed = idsBody.safeParse(body);
  if (!parsed.success) return refused('invalid orders');
  const found = parsed.data.orders.flatMap(({ order_id: id }) => orderWith(desk, id) ?? []);
  return done({ orders: found.map((order) => orderRow(desk, order)) });
}

function countTabs({ shop, trade }: Desk): Verdict {
  const count = (source: string): number => among(trade.orders, SOURCES[source] ?? null).length;
  const counts = Object.fromEntries(Object.keys(SOURCES).map((source) => [source, count(source)]));
  return done({ list: [{ shop_id: numericId(shop.shopId), ...counts }] });
}

const rateBody = z.object({ order_id: idField, rate_comment: z.string(), rate_star: z.int().min(1).max(5) });
function rate(desk: Desk, { body }: CallInput): Verdict {
  const parsed = rateBody.safeParse(body);
  if (!parsed.success) return refused('invalid rating');
  const { order_id: orderId, rate_star: stars, rate_comment: comment } = parsed.data;
  const order = orderWith(desk, orderId);
  if (order === null) return NOT_FOUND;
  if (order.status !== 'completed' || order.rating !== null) return refused('order is not ratable');
  return desk.apply({ change: 'rateBuyer', orderId, stars, comment }) ? done() : NOT_FOUND;
}

const respondBody = z.object({ order_id: idField, action: z.enum(['accept', 'reject']) });
function respondCancel(desk: Desk, { body }: CallInput): Verdict {
  const parsed = respondBody.safeParse(body);
  if (!parsed.success) return refused('invalid action');
  const { order_id: orderId, action } = parsed.data;
  if (orderWith(desk, orderId) === null) return NOT_FOUND;
  const step = action === 'accept' ? 'acceptCancel' : 'rejectCancel';
  return desk.apply({ change: 'orderStep', at: desk.nextMoment(), orderId, step })
    ? done()
    : refused('the order does not ask for a cancellation');
}

const noteBody = z.object({ order_id: idField, new_note: z.string().max(500) });
function writeNote(desk: Desk, { body }: CallInput): Verdict {
  const parsed = noteBody.safeParse(body);
  if (!parsed.success) return refused('invalid note');
  const { order_id: orderId, new_note: note } = parsed.data;
  return desk.apply({ change: 'sellerNote', orderId, note }) ? done() : NOT_FOUND;
}

function withOrder(desk: Desk, { query }: CallInput, tell: (order: TradeOrder) => unknown): Verdict {
  const order = orderWith(desk, query.order_id ?? '');
  return order === null ? NOT_FOUND : done(tell(order));
}
const packagesOf = (orders: readonly TradeOrder[]) => {
  const packed = orders.filter(isPacked);
  return { package_list: packed.map(packageRow), total: packed.length };
};

const BASE = '/api/v3/order';
const v3 = { family: 'v3', provenance: 'seen' } as const;
export const SELLER_ORDER_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    ...v3,
    method: 'GET',
    path: `${BASE}/get_simple_order_ids`,
    answer: (desk, input) => idPage('orders', desk, input, () => true),
  }),
  sellerRoute({
    ...v3,
    method: 'GET',
    path: `${BASE}/get_forder_list`,
    answer: (desk, input) => idPage('forders', desk, input, isPacked),
  }),
  sellerRoute({ ...v3, method: 'POST', path: `${BASE}/search_order_list_index`, answer: listIndex }),
  sellerRoute({ ...v3, method: 'GET', path: `${BASE}/search_order_hint`, answer: hint }),
  sellerRoute({
    ...v3,
    method: 'GET',
    path: `${BASE}/get_one_order`,
    answer: (desk, input) => withOrder(desk, input, (order) => orderRow(desk, order)),
  }),
  sellerRoute({
    ...v3,
    method: 'POST',
    path: `${BASE}/get_order_meta_multi_shop`,
    provenance: 'ours',
    answer: countTabs,
  }),
  sellerRoute({
    ...v3,
    method: 'POST',
    path: `${BASE}/get_order_list_by_order_ids_multi_shop`,
    answer: ordersOfIds,
  }),
  sellerRoute({
    ...v3,
    method: 'GET',
    path: `${BASE}/get_package`,
    answer: (desk, input) => withOrder(desk, input, (order) => packagesOf([order])),
  }),
  sellerRoute({
    ...v3,
    method: 'GET',
    path: `${BASE}/get_package_list`,
    provenance: 'ours',
    answer(desk, { query }) {
      const ids = (query.order_ids ?? '').split(',').filter((id) => id !== '');
      if (ids.length > MOST_IDS) return refused('too many orders');
      return done(packagesOf(ids.flatMap((id) => orderWith(desk, id) ?? [])));
    },
  }),
  sellerRoute({ ...v3, method: 'POST', path: `${BASE}/rate_order`, answer: rate }),
  sellerRoute({ ...v3, method: 'POST', path: `${BASE}/respond_cancel_request`, answer: respondCancel }),
  sellerRoute({ ...v3, method: 'POST', path: `${BASE}/update_note`, answer: writeNote }),
];
