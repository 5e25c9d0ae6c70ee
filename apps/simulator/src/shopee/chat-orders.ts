/** Webchat calls about orders: the seller centre's older rows without its envelope; tracking as proposed in facts 6. */
import { z } from 'zod';
import type { TradeOrder } from '../world/trade.ts';
import { numericId } from './accounts.ts';
import { atDesk, NOT_THERE, rows } from './chat-desk.ts';
import { answer, type ChatRoute, EMPTY } from './context.ts';
import { BAD_PARAMETER, route } from './conversations.ts';
import { idField, toSeconds } from './seller-fields.ts';
import { isPacked, orderRow, orderWith, packageNumberOf } from './seller-orders.ts';

/** Ours: the names of the order panel's tabs. */
const TABS: Readonly<Record<string, readonly TradeOrder['status'][] | null>> = {
  all: null,
  unpaid: ['unpaid'],
  toship: ['toShip'],
  shipping: ['shipping'],
  completed: ['completed'],
  cancelled: ['cancelRequested', 'cancelled', 'returned'],
};
/** Clients ask for at most ten orders in a call. */
const MOST_IDS = 10;

const ofBuyer = atDesk((desk, input) => {
  const statuses = TABS[input.query.type ?? 'all'];
  if (statuses === undefined) return BAD_PARAMETER;
  const found = desk.trade.orders.filter(
    ({ buyerId, status }) => buyerId === input.query.buyer_id && (statuses === null || statuses.includes(status)),
  );
  return rows(found, input, (order) => orderRow(desk, order));
});

const one = atDesk((desk, { params }) => {
  const order = orderWith(desk, params.id ?? '');
  return order === null ? NOT_THERE : answer(orderRow(desk, order));
});

function logisticsRow(order: TradeOrder): unknown {
  const parcel = {
    package_number: packageNumberOf(order),
    carrier: order.carrier,
    tracking_number: order.trackingNumber ?? '',
    list: order.tracking.map(({ at, text }) => ({ ctime: toSeconds(at), description: text, status: 1 })),
  };
  return { order_id: numericId(order.orderId), packages: isPacked(order) ? [parcel] : [] };
}
const logistics = atDesk((desk, { query }) => {
  const ids = (query.order_ids ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0 || ids.length > MOST_IDS) return BAD_PARAMETER;
  return answer(ids.flatMap((id) => orderWith(desk, id) ?? []).map(logisticsRow));
});

const noteBody = z.object({ order_id: idField, note: z.string().max(500), buyer_id: idField.optional() });
const writeNote = atDesk((desk, { body }) => {
  const parsed = noteBody.safeParse(body);
  if (!parsed.success) return BAD_PARAMETER;
  const { order_id: orderId, note, buyer_id: buyerId } = parsed.data;
  const order = orderWith(desk, orderId);
  if (order === null || (buyerId !== undefined && order.buyerId !== buyerId)) return NOT_THERE;
  return desk.apply({ change: 'sellerNote', orderId, note }) ? EMPTY : NOT_THERE;
});

export const CHAT_ORDER_ROUTES: readonly ChatRoute[] = [
  route('GET', 'orders/orders_by_buyer_id', 'ours', ofBuyer),
  route('GET', 'order/:id', 'ours', one),
  route('GET', 'orders/logistics_info_by_order_ids', 'ours', logistics),
  route('PUT', 'orders/seller_note', 'ours', writeNote),
];
