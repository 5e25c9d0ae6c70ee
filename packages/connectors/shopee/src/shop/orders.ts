/** The desk's questions about orders, composed of the seller centre's calls. */
import type { CancellationAnswer, OrderCalls, OrderSearch, Outcome, Page } from '@pasar/connector-kit';
import {
  type IncomeEntry,
  type OrderRecord,
  type PageRequest,
  type Parcel,
  type PlatformShopId,
  refusal,
  type WaybillJobs,
} from '@pasar/domain';
import type { SellerClient } from '../auth/seller-client.ts';
import { pageOf } from '../calls/seller/fields.ts';
import { incomeDetail } from '../calls/seller/finance.ts';
import {
  checkPackagePrint,
  createPrintJobs,
  getPrintWaybillType,
  type ParcelTracking,
  type PrintJobs,
  trackingHistory,
} from '../calls/seller/logistics.ts';
import {
  getOrderListByOrderIds,
  getSimpleOrderIds,
  ORDER_CHUNK,
  type OrderIds,
  searchOrderHint,
  searchOrderListIndex,
} from '../calls/seller/order-list.ts';
import { orderTabOf } from '../calls/seller/order-status.ts';
import {
  getOneOrder,
  getPackage,
  getPackageList,
  type OrderPackage,
  rateOrder,
  respondCancelRequest,
  updateNote,
} from '../calls/seller/orders.ts';
import { listReturnCases, returnDetail, returnTracking } from '../calls/seller/returns.ts';

/** Ids are requested in chunks of ten (spec 2 §5). */
function* chunksOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += ORDER_CHUNK) yield ids.slice(start, start + ORDER_CHUNK);
}

/** All values, or the first refusal. */
function allOf<Value>(outcomes: readonly Outcome<Value>[]): Outcome<readonly Value[]> {
  const values: Value[] = [];
  for (const outcome of outcomes) {
    if (!outcome.ok) return outcome;
    values.push(outcome.value);
  }
  return { ok: true, value: values };
}

/** In the order of the ids. */
async function fetchOrders(
  client: SellerClient,
  shop: PlatformShopId,
  { orderIds, next }: OrderIds,
): Promise<Outcome<Page<OrderRecord>>> {
  const items: OrderRecord[] = [];
  const unreadable: Page<OrderRecord>['unreadable'][number][] = [];
  for (const chunk of chunksOf(orderIds)) {
    const page = await client.call(getOrderListByOrderIds, shop, { orderIds: chunk });
    if (!page.ok) return page;
    items.push(...page.value.items);
    unreadable.push(...page.value.unreadable);
  }
  const placeOf = new Map(orderIds.map((orderId, index) => [orderId, index]));
  items.sort((left, right) => (placeOf.get(left.orderId) ?? 0) - (placeOf.get(right.orderId) ?? 0));
  return { ok: true, value: { items, next, unreadable } };
}

/** A number or a name is searched, which gives one page; a status is a tab. */
async function findOrderIds(
  client: SellerClient,
  shop: PlatformShopId,
  { keyword, buyer, status, cursor }: OrderSearch,
): Promise<Outcome<OrderIds>> {
  const hint =
    keyword !== null
      ? ({ keyword, category: 'orderNumber' } as const)
      : buyer !== null
        ? ({ keyword: buyer.name, category: 'buyerName' } as const)
        : null;
  if (hint === null) {
    return client.call(searchOrderListIndex, shop, { tab: orderTabOf(status), sort: 'created', page: pageOf(cursor) });
  }
  const found = await client.call(searchOrderHint, shop, hint);
  return found.ok ? { ok: true, value: { orderIds: found.value, next: null } } : found;
}

/** Tabs and names hold more orders than requested: one tab holds all cancelled and returned orders. */
const isWanted = (order: OrderRecord, { status, buyer }: OrderSearch): boolean =>
  (status === null || order.status === status) && (buyer === null || order.buyerId === buyer.buyerId);

/** The facts of parcels from before and after their shipment. */
function joinParcels(packages: readonly OrderPackage[], trackings: readonly ParcelTracking[]): readonly Parcel[] {
  const numbers = new Set([...packages, ...trackings].map(({ packageNumber }) => packageNumber));
  return [...numbers].map((parcelId) => {
    const packed = packages.find(({ packageNumber }) => packageNumber === parcelId);
    const tracked = trackings.find(({ packageNumber }) => packageNumber === parcelId);
    return {
      parcelId,
      carrier: packed?.carrier ?? null,
      trackingNumber: tracked?.trackingNumber ?? packed?.trackingNumber ?? null,
      events: tracked?.events ?? [],
    };
  });
}

async function fetchLogistics(
  client: SellerClient,
  shop: PlatformShopId,
  orderIds: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly Parcel[]>>> {
  const parcels = new Map<string, readonly Parcel[]>();
  for (const chunk of chunksOf(orderIds)) {
    const packages = await client.call(getPackageList, shop, { orderIds: chunk });
    if (!packages.ok) return packages;
    const trackings = allOf(await Promise.all(chunk.map((orderId) => client.call(trackingHistory, shop, { orderId }))));
    if (!trackings.ok) return trackings;
    for (const [index, orderId] of chunk.entries()) {
      const own = packages.value.filter((each) => each.orderId === orderId);
      parcels.set(orderId, joinParcels(own, trackings.value[index] ?? []));
    }
  }
  return { ok: true, value: parcels };
}

const NO_SUCH_ORDER = { ok: false, refusal: refusal('not_found', 'no such order'), canRetry: false } as const;

/**
 * Ours: a message may name an order only by the number that people read (facts 1.5). Letters distinguish it from an id.
 */
async function findOrderId(client: SellerClient, shop: PlatformShopId, named: string): Promise<Outcome<string>> {
  if (/^\d+$/.test(named)) return { ok: true, value: named };
  const found = await client.call(searchOrderHint, shop, { keyword: named, category: 'orderNumber' });
  if (!found.ok) return found;
  const [orderId] = found.value;
  return orderId === undefined ? NO_SUCH_ORDER : { ok: true, value: orderId };
}

/**
 * An answer is asked for once. When it is refused, the order tells whether it asks for a cancellation at all: the buyer
 * may have withdrawn the wish, or somebody has answered it.
 */
async function answerCancellation(
  client: SellerClient,
  shop: PlatformShopId,
  answer: CancellationAnswer,
): Promise<Outcome<null>> {
  const answered = await client.call(respondCancelRequest, shop, answer);
  if (answered.ok || answered.refusal.reason !== 'marketplace_error') return answered;
  const order = await client.call(getOneOrder, shop, { orderId: answer.orderId });
  return order.ok && order.value.status !== 'in_cancel'
    ? { ok: false, refusal: refusal('cancellation_over', answered.refusal.detail), canRetry: false }
    : answered;
}

/** The marketplace refuses the whole request for one parcel that it does not print, so it tells first which it prints. */
async function createWaybills(
  client: SellerClient,
  shop: PlatformShopId,
  orderIds: readonly string[],
): Promise<Outcome<WaybillJobs>> {
  const settings = await client.call(getPrintWaybillType, shop, null);
  if (!settings.ok) return settings;
  const parcels: PrintJobs['parcels'][number][] = [];
  for (const chunk of chunksOf(orderIds)) {
    const printable = await client.call(checkPackagePrint, shop, { orderIds: chunk });
    if (!printable.ok) return printable;
    if (printable.value.length === 0) continue;
    const packages = await client.call(getPackageList, shop, { orderIds: chunk });
    if (!packages.ok) return packages;
    const channelOf = new Map(packages.value.map(({ packageNumber, channelId }) => [packageNumber, channelId]));
    parcels.push(
      ...printable.value.map((parcel) => ({ ...parcel, channelId: channelOf.get(parcel.packageNumber) ?? null })),
    );
  }
  const { formats } = settings.value;
  if (parcels.length === 0) return { ok: true, value: { jobIds: [], formats, orderIds: [] } };
  const jobs = await client.call(createPrintJobs, shop, { parcels, settings: settings.value });
  if (!jobs.ok) return jobs;
  return {
    ok: true,
    value: { jobIds: jobs.value, formats, orderIds: [...new Set(parcels.map((one) => one.orderId))] },
  };
}

export const createOrderCalls = (client: SellerClient): OrderCalls => ({
  async listOrders(shop, search) {
    const ids = await findOrderIds(client, shop, search);
    if (!ids.ok) return ids;
    const orders = await fetchOrders(client, shop, ids.value);
    if (!orders.ok) return orders;
    const items = orders.value.items.filter((order) => isWanted(order, search));
    return { ok: true, value: { ...orders.value, items } };
  },
  async orderDetail(shop, named) {
    const found = await findOrderId(client, shop, named);
    if (!found.ok) return found;
    const orderId = found.value;
    const order = await client.call(getOneOrder, shop, { orderId });
    if (order.ok && orderId !== named && order.value.orderNumber !== named) return NO_SUCH_ORDER;
    // An unpaid order is not packed, and the carriers may not know it.
    if (!order.ok || order.value.status === 'unpaid') return order;
    const [packages, trackings] = await Promise.all([
      client.call(getPackage, shop, { orderId }),
      client.call(trackingHistory, shop, { orderId }),
    ]);
    if (!packages.ok) return packages;
    if (!trackings.ok) return trackings;
    return { ok: true, value: { ...order.value, parcels: joinParcels(packages.value, trackings.value) } };
  },
  logistics: (shop, orderIds) => fetchLogistics(client, shop, orderIds),
  async listChangedOrders(shop, { cursor }) {
    const page = { tab: orderTabOf(null), sort: 'changed', page: pageOf(cursor) } as const;
    const ids = await client.call(searchOrderListIndex, shop, page);
    return ids.ok ? fetchOrders(client, shop, ids.value) : ids;
  },
  writeSellerNote: (shop, { orderId, note }) => client.call(updateNote, shop, { orderId, note }),
  rateBuyer: (shop, { orderId, stars, comment }) => client.call(rateOrder, shop, { orderId, stars, comment }),
  answerCancellation: (shop, answer) => answerCancellation(client, shop, answer),
  createWaybills: (shop, orderIds) => createWaybills(client, shop, orderIds),
  listReturns: (shop, { cursor }) => client.call(listReturnCases, shop, { page: pageOf(cursor) }),
  async returnDetail(shop, returnId) {
    const [one, way] = await Promise.all([
      client.call(returnDetail, shop, { returnId }),
      client.call(returnTracking, shop, { returnId }),
    ]);
    if (!one.ok) return one;
    return way.ok ? { ok: true, value: { ...one.value, events: way.value } } : way;
  },
});

/** There is no list of incomes, so the income of each finished order is requested. */
export async function listIncome(
  client: SellerClient,
  shop: PlatformShopId,
  { cursor }: PageRequest,
): Promise<Outcome<Page<IncomeEntry>>> {
  const ids = await client.call(getSimpleOrderIds, shop, { source: 'completed', page: pageOf(cursor) });
  if (!ids.ok) return ids;
  const items = [];
  for (const chunk of chunksOf(ids.value.orderIds)) {
    const entries = allOf(await Promise.all(chunk.map((orderId) => client.call(incomeDetail, shop, { orderId }))));
    if (!entries.ok) return entries;
    items.push(...entries.value.filter((entry) => entry !== null));
  }
  return { ok: true, value: { items, next: ids.value.next, unreadable: [] } };
}
