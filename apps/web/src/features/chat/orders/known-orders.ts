import type { MessageView } from '@pasar/api';
import type { OrderCard } from '@pasar/domain';

/** The orders that messages in view are about, each once, the newest message first. */
export function ordersInMessages(messages: readonly MessageView[]): readonly OrderCard[] {
  const known = new Map<string, OrderCard>();
  for (const { content } of messages.toReversed()) {
    if ('order' in content && !known.has(content.order.orderId)) known.set(content.order.orderId, content.order);
  }
  return [...known.values()];
}

/** A card may name an order by its id or by its number. */
export const isOrder = (order: Pick<OrderCard, 'orderId' | 'orderNumber'>, named: string): boolean =>
  order.orderId === named || order.orderNumber === named;
