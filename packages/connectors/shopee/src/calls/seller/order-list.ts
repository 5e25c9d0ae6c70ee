/** Lists of order ids, their counts, and the orders of ids (facts 1.7). */
import type { Page } from '@pasar/connector-kit';
import type { OrderRecord } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { toGet, toPost } from '../definition.ts';
import { readData } from './envelope.ts';
import { nextPage, readPage } from './fields.ts';
import { fromWireRecord, wireOrder } from './order.ts';

/** Spec 2 §9. */
const PAGE_SIZE = 40;
/** Order ids are requested in chunks of 10 (spec 2 §5); the captures of this call hold at most 5. */
export const ORDER_CHUNK = 10;

export interface OrderIds {
  readonly orderIds: readonly string[];
  /** The next page's number; null on the last page. */
  readonly next: string | null;
}
/** The order of a tab, always descending: 3, by creation, was seen; ours: 2, by the last change. */
const SORT_TYPES = { created: 3, changed: 2 } as const;
export interface OrderTabPage {
  readonly tab: number;
  readonly sort: keyof typeof SORT_TYPES;
  readonly page: number;
}

const idRow = z.object({ order_id: wireId });
const paged = { page_number: z.int().positive(), page_size: z.int().positive(), total: z.int().nonnegative() };
const toOrderIds = (
  rows: readonly z.output<typeof idRow>[],
  page: { readonly page_number: number; readonly total: number },
): OrderIds => ({
  orderIds: rows.map((row) => row.order_id),
  next: nextPage(page.page_number, PAGE_SIZE, page.total),
});

/** The words of the older calls for a list; 'toship' and 'completed' were seen. */
export type OrderSource = 'all' | 'unpaid' | 'toship' | 'shipping' | 'completed' | 'cancelled';
export interface OrderSourcePage {
  readonly source: OrderSource;
  readonly page: number;
}
const sourceQuery = ({ source, page }: OrderSourcePage) => ({
  source,
  page_number: String(page),
  page_size: String(PAGE_SIZE),
});

export const getSimpleOrderIds: ShopeeCall<OrderSourcePage, OrderIds> = {
  key: 'shopee-seller GET order/get_simple_order_ids',
  tag: 'seen',
  repeat: 'read',
  toWire: (query) => toGet('/api/v3/order/get_simple_order_ids/', sourceQuery(query)),
  fromWire(answer) {
    const data = readData(answer, z.object({ ...paged, orders: z.array(idRow) }));
    return data.ok ? { ok: true, value: toOrderIds(data.value.orders, data.value) } : data;
  },
};

/** `forders` are the orders of parcels: only orders with something to send have any. */
export const getForderList: ShopeeCall<OrderSourcePage, OrderIds> = {
  key: 'shopee-seller GET order/get_forder_list',
  tag: 'seen',
  repeat: 'read',
  toWire: (query) => toGet('/api/v3/order/get_forder_list/', sourceQuery(query)),
  fromWire(answer) {
    const data = readData(answer, z.object({ ...paged, forders: z.array(idRow) }));
    return data.ok ? { ok: true, value: toOrderIds(data.value.forders, data.value) } : data;
  },
};

/** The pages that were seen do not use the sentinels of the answer. Page numbers work. */
export const searchOrderListIndex: ShopeeCall<OrderTabPage, OrderIds> = {
  key: 'shopee-seller POST order/search_order_list_index',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ tab, sort, page }) =>
    toPost('/api/v3/order/search_order_list_index', {
      order_list_tab: tab,
      entity_type: 1,
      pagination: { from_page_number: Math.max(1, page - 1), page_number: page, page_size: PAGE_SIZE },
      filter: { fulfillment_type: 0, is_drop_off: 0, prescription_filter: 0, fulfillment_source: 0, action_filter: 0 },
      sort: { sort_type: SORT_TYPES[sort], ascending: false },
    }),
  fromWire(answer) {
    const body = z.object({
      index_list: z.array(idRow),
      pagination: z.object({ page_number: z.int().positive(), total: z.int().nonnegative() }),
    });
    const data = readData(answer, body);
    return data.ok ? { ok: true, value: toOrderIds(data.value.index_list, data.value.pagination) } : data;
  },
};

/** The kind of a keyword: 1, an order number, was seen; ours: 2, a buyer's name. */
const HINT_CATEGORIES = { orderNumber: 1, buyerName: 2 } as const;
export interface OrderHint {
  readonly keyword: string;
  readonly category: keyof typeof HINT_CATEGORIES;
}
export const searchOrderHint: ShopeeCall<OrderHint, readonly string[]> = {
  key: 'shopee-seller GET order/search_order_hint',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ keyword, category }) =>
    toGet('/api/v3/order/search_order_hint', { keyword, category: String(HINT_CATEGORIES[category]) }),
  fromWire(answer) {
    const data = readData(answer, z.object({ orders: z.array(idRow) }));
    return data.ok ? { ok: true, value: data.value.orders.map((row) => row.order_id) } : data;
  },
};

export const getOrderListByOrderIds: ShopeeCall<{ readonly orderIds: readonly string[] }, Page<OrderRecord>> = {
  key: 'shopee-seller POST order/get_order_list_by_order_ids_multi_shop',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ orderIds }, { shopId, country }) =>
    toPost('/api/v3/order/get_order_list_by_order_ids_multi_shop', {
      orders: orderIds.map((orderId) => ({
        order_id: toWireInteger(orderId),
        shop_id: toWireInteger(shopId),
        region_id: country,
      })),
      from_seller_data: false,
    }),
  fromWire(answer, scope) {
    const data = readData(answer, z.object({ orders: z.array(z.unknown()) }));
    if (!data.ok) return data;
    return { ok: true, value: readPage(data.value.orders, wireOrder, (order) => fromWireRecord(order, scope), null) };
  },
};

/** The number of orders on each tab. */
export interface OrderCounts {
  readonly all: number;
  readonly unpaid: number;
  readonly toShip: number;
  readonly shipping: number;
  readonly completed: number;
  readonly cancelled: number;
}
/** Ours: the seen shapes are those of its successor, get_order_list_meta_v2. */
export const getOrderMeta: ShopeeCall<null, OrderCounts> = {
  key: 'shopee-seller POST order/get_order_meta_multi_shop',
  tag: 'ours',
  repeat: 'read',
  toWire: (_none, { shopId, country }) =>
    toPost('/api/v3/order/get_order_meta_multi_shop', {
      shop_list: [{ shop_id: toWireInteger(shopId), region_id: country }],
    }),
  fromWire(answer) {
    const count = z.int().nonnegative();
    const row = z.object({
      all: count,
      unpaid: count,
      toship: count,
      shipping: count,
      completed: count,
      cancelled: count,
    });
    const data = readData(answer, z.object({ list: z.tuple([row]).rest(row) }));
    if (!data.ok) return data;
    const [{ toship, ...others }] = data.value.list;
    return { ok: true, value: { ...others, toShip: toship } };
  },
};
