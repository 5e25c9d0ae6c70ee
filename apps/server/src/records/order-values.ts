import type { Transaction } from '../storage/database.ts';
import type { AutomaticValues } from './automatic.ts';

/** What an order fills in. A parcel that has not left has no tracking number. */
type OrderValues = Pick<AutomaticValues, 'order' | 'tracking' | 'product'>;
const NO_ORDER: OrderValues = { order: null, tracking: null, product: null };
const COLUMNS = `o.order_number as "order", o.record ->> 'trackingNumber' as tracking,
  o.record #>> '{items,0,title}' as product`;

export async function valuesOfOrder(transaction: Transaction, shopId: string, orderId: string): Promise<OrderValues> {
  const found = await transaction.query<OrderValues>({
    name: 'values-of-order',
    text: `select ${COLUMNS} from shop_order o where o.shop_id = $1 and o.order_id = $2`,
    values: [shopId, orderId],
  });
  return found.rows[0] ?? NO_ORDER;
}

/** Of the newest order of the buyer of a conversation, as far as the order book knows. */
export async function valuesOfNewestOrder(transaction: Transaction, conversationId: string): Promise<OrderValues> {
  const found = await transaction.query<OrderValues>({
    name: 'values-of-newest-order',
    text: `select ${COLUMNS} from conversation c join shop_order o on o.shop_id = c.shop_id and o.buyer_id = c.buyer_id
      where c.conversation_id = $1 order by o.created_at desc, o.entry_id desc limit 1`,
    values: [conversationId],
  });
  return found.rows[0] ?? NO_ORDER;
}
