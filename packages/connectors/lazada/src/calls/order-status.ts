import { type OrderStatus, UNKNOWN, type Unknown } from '@pasar/domain';

/** This marketplace's words for the status of an order: those of the order lists, and the official ones. */
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
  // Ours: a buyer asked to cancel, and the request is open.
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

/**
 * The tabs of the order lists (facts 2.3); ours: `all` and `delivered`. A tab may hold orders of other statuses too.
 */
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
