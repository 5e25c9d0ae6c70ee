/** Goods and orders as these tests compare them: what the connector says beside what the simulated shop holds. */
import type { Outcome, Page } from '@pasar/connector-kit';
import type { Money, Order, OrderStatus } from '@pasar/domain';
import { expect } from 'vitest';
import type { TradeOrder } from './lazada-trade.ts';
import { demand } from './lazada-world.ts';

interface Units {
  readonly units: number;
  readonly currency: string;
}
/** In the world's units. */
export const worth = ({ amount, currency }: Money): Units => ({
  units: Math.round(Number(amount) * 100_000),
  currency,
});

/** Page by page; nothing of it may be unreadable. */
export async function readAll<Item>(
  fetchPage: (cursor: string | null) => Promise<Outcome<Page<Item>>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 20; pages += 1) {
    const page: Page<Item> = demand(await fetchPage(cursor));
    expect(page.unreadable).toEqual([]);
    all.push(...page.items);
    if (page.next === null) return all;
    cursor = page.next;
  }
  throw new Error('paging does not end');
}

export const STATUS: Readonly<Record<string, OrderStatus>> = {
  unpaid: 'unpaid',
  toShip: 'wait_seller_send',
  shipping: 'wait_receiver_confirm',
  completed: 'finished',
  cancelRequested: 'in_cancel',
  cancelled: 'cancelled',
  returning: 'refund',
};
/** What every kind of list says of an order of the world. */
export const plain = (
  { orderNumber, buyerId, buyerName, status, createdAt, total, items }: TradeOrder,
  inUnits: (units: number) => Units,
) => ({
  orderId: orderNumber,
  buyerId,
  buyerName,
  status: STATUS[status],
  createdAt,
  total: inUnits(total),
  items: items.map(({ product, quantity }) => [product.productId, quantity, inUnits(product.salePrice)]),
});
/** The same of an order as it was read. */
export const seen = ({ orderId, buyerId, buyerName, status, createdAt, total, items }: Order) => ({
  orderId,
  buyerId,
  buyerName,
  status,
  createdAt,
  total: worth(total),
  items: items.map(({ productId, quantity, price }) => [productId, quantity, worth(price)]),
});
