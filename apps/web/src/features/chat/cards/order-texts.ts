import type { OrderStatus } from '@pasar/domain';

/** The names of the statuses of an order. */
export const ORDER_TEXTS = {
  unpaid: 'order.unpaid',
  wait_seller_send: 'order.toSend',
  wait_receiver_confirm: 'order.onTheWay',
  finished: 'order.finished',
  in_cancel: 'order.inCancel',
  cancelled: 'order.cancelled',
  refund: 'order.refund',
} as const satisfies Record<OrderStatus, string>;
