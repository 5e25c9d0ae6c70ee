import { z } from 'zod';
import type { Lane } from './lane.ts';

/** Units of money in the simulator's books. */
const UNIT = 100_000;
const books = z.object({
  currency: z.string(),
  orders: z.array(
    z.object({
      orderId: z.string(),
      orderNumber: z.string(),
      status: z.enum([
        'unpaid',
        'toShip',
        'shipping',
        'completed',
        'cancelRequested',
        'cancelled',
        'returning',
        'returned',
      ]),
      updatedAt: z.number(),
      createdAt: z.number(),
      total: z.number(),
    }),
  ),
});
export type MarketplaceOrder = z.infer<typeof books>['orders'][number];

/** What the desk calls the statuses of the simulator. */
const SHOWN: Readonly<Record<MarketplaceOrder['status'], string>> = {
  unpaid: 'unpaid',
  toShip: 'wait_seller_send',
  shipping: 'wait_receiver_confirm',
  completed: 'finished',
  cancelRequested: 'in_cancel',
  cancelled: 'cancelled',
  returning: 'refund',
  returned: 'refund',
};

export async function ordersAt(lane: Lane): Promise<readonly MarketplaceOrder[]> {
  return books.parse(await lane.control('GET', `/sim/trade?${new URLSearchParams({ ...lane.shop })}`)).orders;
}

/** The lines by which two books are compared: each order with its id, status, amount and times. */
export async function linesAt(lane: Lane): Promise<readonly string[]> {
  const { currency, orders } = books.parse(
    await lane.control('GET', `/sim/trade?${new URLSearchParams({ ...lane.shop })}`),
  );
  // Lazada alone tells milliseconds, and only Shopee tells the id beside the number.
  const time = (at: number): number => (lane.marketplace === 'lazada' ? at : at - (at % 1_000));
  return orders
    .map(({ orderId, orderNumber, status, total, createdAt, updatedAt }) => {
      const id = lane.marketplace === 'shopee' ? orderId : orderNumber;
      return `${id} ${orderNumber} ${SHOWN[status]} ${total / UNIT} ${currency} ${time(createdAt)} ${time(updatedAt)}`;
    })
    .toSorted();
}

/** The same lines of the order book that the server keeps. */
export async function linesKept(lane: Lane): Promise<readonly string[]> {
  const found = await lane.database.owner.query<
    Record<'id' | 'number' | 'status' | 'total' | 'currency' | 'at' | 'changed', string>
  >(
    `select order_id as id, order_number as number, status, total::text, currency, created_at::text as at,
       changed_at::text as changed from shop_order`,
  );
  return found.rows
    .map((row) => `${row.id} ${row.number} ${row.status} ${Number(row.total)} ${row.currency} ${row.at} ${row.changed}`)
    .toSorted();
}
