import { moneyWords } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { AutomaticValues } from './automatic.ts';

/** What an order fills in. A parcel that has not left has no tracking number. */
type OrderValues = Pick<AutomaticValues, 'order' | 'tracking' | 'product' | 'amount'>;
const NO_ORDER: OrderValues = { order: null, tracking: null, product: null, amount: null };
const COLUMNS = `o.order_number as "order", o.record ->> 'trackingNumber' as tracking,
  o.record #>> '{items,0,title}' as product, o.record -> 'total' as total`;
const money = z.object({ amount: z.string(), currency: z.string() });

type Row = Omit<OrderValues, 'amount'> & { readonly total: unknown };
function toValues(row: Row | undefined): OrderValues {
  if (row === undefined) return NO_ORDER;
  const { total, ...values } = row;
  const amount = money.safeParse(total);
  return { ...values, amount: amount.success ? moneyWords(amount.data) : null };
}

export async function valuesOfOrder(transaction: Transaction, shopId: string, orderId: string): Promise<OrderValues> {
  const found = await transaction.query<Row>({
    name: 'values-of-order',
    text: `select ${COLUMNS} from shop_order o where o.shop_id = $1 and o.order_id = $2`,
    values: [shopId, orderId],
  });
  return toValues(found.rows[0]);
}

/** Of the newest order of the buyer of a conversation, as far as the order book knows. */
export async function valuesOfNewestOrder(transaction: Transaction, conversationId: string): Promise<OrderValues> {
  const found = await transaction.query<Row>({
    name: 'values-of-newest-order',
    text: `select ${COLUMNS} from conversation c join shop_order o on o.shop_id = c.shop_id and o.buyer_id = c.buyer_id
      where c.conversation_id = $1 order by o.created_at desc, o.entry_id desc limit 1`,
    values: [conversationId],
  });
  return toValues(found.rows[0]);
}
