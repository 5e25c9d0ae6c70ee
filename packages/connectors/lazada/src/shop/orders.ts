/** Orders and their parcels, composed of several calls. */
import type { OrderCalls, OrderSearch, Outcome, Page } from '@pasar/connector-kit';
import { type Order, type OrderDetail, type OrderRecord, type Parcel, refusal, UNKNOWN } from '@pasar/domain';
import type { Calling } from '../auth/line.ts';
import { logisticsDetail, packageList } from '../calls/logistics.ts';
import { orderCards, orderData } from '../calls/orders.ts';
import { type CountedRows, parsePageNumber, toPage } from '../calls/pages.ts';
import { CARD_PAGE_SIZE } from '../calls/products.ts';

/** Spec 2 §5. */
const CHUNK_SIZE = 10;

/** Orders of one buyer, or one order by its number, are read from cards; all orders from the seller site's list. */
async function fetchOrders(
  line: Calling,
  { status, buyer, keyword }: OrderSearch,
  page: number,
): Promise<Outcome<CountedRows<Order>>> {
  return buyer === null && keyword === null
    ? line.call(orderData, { page, status, orderNumber: null, sort: 'created' })
    : line.call(orderCards, { page, status, customer: buyer?.buyerId ?? null, orderNumber: keyword });
}

async function parcelsOf(line: Calling, orderId: string): Promise<Outcome<readonly Parcel[]>> {
  const packages = await line.call(packageList, { orderId });
  if (!packages.ok) return packages;
  const parcels: Parcel[] = [];
  for (const { fulfilmentOrderId, ...parcel } of packages.value.items) {
    const events = await line.call(logisticsDetail, { fulfilmentOrderId, parcelId: parcel.parcelId });
    if (!events.ok) return events;
    parcels.push({ ...parcel, events: events.value });
  }
  return { ok: true, value: parcels };
}

function detailOf(record: OrderRecord, parcels: readonly Parcel[]): OrderDetail {
  const { changedAt: _when, carrier: _who, trackingNumber: _number, cancelReason: _why, ...facts } = record;
  return { ...facts, parcels };
}

type OfferedOrderCalls = Pick<OrderCalls, 'listOrders' | 'listChangedOrders' | 'orderDetail' | 'logistics'>;

export const createOrderCalls = (line: Calling): OfferedOrderCalls => ({
  async listOrders(_shop, search): Promise<Outcome<Page<Order>>> {
    const page = parsePageNumber(search.cursor);
    if (!page.ok) return page;
    const rows = await fetchOrders(line, search, page.value);
    if (!rows.ok) return rows;
    const found = toPage(rows.value, page.value, CARD_PAGE_SIZE);
    // A tab holds other statuses than the requested one. An order of unknown status stays where the marketplace lists
    // it.
    const items = found.items.filter(
      ({ status }) => search.status === null || status === search.status || status === UNKNOWN,
    );
    return { ok: true, value: { ...found, items } };
  },

  async listChangedOrders(_shop, { cursor }): Promise<Outcome<Page<OrderRecord>>> {
    const page = parsePageNumber(cursor);
    if (!page.ok) return page;
    const rows = await line.call(orderData, { page: page.value, status: null, orderNumber: null, sort: 'changed' });
    return rows.ok ? { ok: true, value: toPage(rows.value, page.value, CARD_PAGE_SIZE) } : rows;
  },

  async orderDetail(_shop, orderId): Promise<Outcome<OrderDetail>> {
    const rows = await line.call(orderData, { page: 1, status: null, orderNumber: orderId, sort: 'created' });
    if (!rows.ok) return rows;
    const order = rows.value.items.find((item) => item.orderId === orderId);
    if (order === undefined) return { ok: false, refusal: refusal('not_found', 'no such order'), canRetry: false };
    const parcels = await parcelsOf(line, orderId);
    return parcels.ok ? { ok: true, value: detailOf(order, parcels.value) } : parcels;
  },

  async logistics(_shop, orderIds) {
    const found = new Map<string, readonly Parcel[]>();
    for (let at = 0; at < orderIds.length; at += CHUNK_SIZE) {
      const chunk = orderIds.slice(at, at + CHUNK_SIZE);
      const parcels = await Promise.all(
        chunk.map(async (orderId) => ({ orderId, of: await parcelsOf(line, orderId) })),
      );
      for (const { orderId, of } of parcels) {
        if (!of.ok) return of;
        found.set(orderId, of.value);
      }
    }
    return { ok: true, value: found };
  },
});
