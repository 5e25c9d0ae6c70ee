import { type OrderStatus, UNKNOWN, type Unknown } from '@pasar/domain';

/** This marketplace's words for where an order stands: those of the order lists and, beside them, the official ones. */
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  unpaid: 'unpaid',
  pending: 'wait_seller_send',
  topack: 'wait_seller_send',
  packed: 'wait_seller_send',
  repacked: 'wait_seller_send',
  toship: 'wait_seller_send',
  toshiparrangeshipment: 'wait_seller_send',
  ready_to_ship: 'wait_seller_send',
  ready_to_ship_pending: 'wait_seller_send',
  processing: 'wait_seller_send',
  shipping: 'wait_receiver_confirm',
  shipped: 'wait_receiver_confirm',
  delivered: 'finished',
  confirmed: 'finished',
  finished: 'finished',
  completed: 'finished',
  // ours: a buyer who asked to cancel, and waits.
  cancel_requested: 'in_cancel',
  in_cancel: 'in_cancel',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  returnrefund: 'refund',
  returned: 'refund',
  refunded: 'refund',
  shipped_back: 'refund',
};

export const fromWireOrderStatus = (word: string): OrderStatus | Unknown => STATUSES[word.toLowerCase()] ?? UNKNOWN;

/** The tabs of the order lists (facts 2.3); `all` and `delivered` are ours. A tab may hold more than the status asked. */
const TABS: Readonly<Record<OrderStatus, string>> = {
  unpaid: 'unpaid',
  wait_seller_send: 'pending',
  wait_receiver_confirm: 'shipping',
  finished: 'delivered',
  in_cancel: 'canceled',
  cancelled: 'canceled',
  refund: 'returnRefund',
};
export const toWireTab = (status: OrderStatus | null): string => (status === null ? 'all' : TABS[status]);
