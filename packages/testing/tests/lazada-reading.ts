/** Goods and orders in a form for comparison: the connector's answer beside the simulated shop's data. */
import type { Outcome, Page } from '@pasar/connector-kit';
import type { Money, Order, OrderStatus } from '@pasar/domain';
import { expect } from 'vitest';
import { demand } from './lazada-harness.ts';
import type { TradeOrder } from './lazada-trade.ts';

interface Units {
  readonly units: number;
  readonly currency: string;
}
/** An amount in the world's units. */
export const worth = ({ amount, currency }: Money): Units => ({
  units: Math.round(Number(amount) * 100_000),
  currency,
});

/** Reads all pages; no item may be unreadable. */
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
/** The fields of an order of the world that every kind of list has. */
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
/** The same fields of an order that the connector read. */
export const seen = ({ orderId, buyerId, buyerName, status, createdAt, total, items }: Order) => ({
  orderId,
  buyerId,
  buyerName,
  status,
  createdAt,
  total: worth(total),
  items: items.map(({ productId, quantity, price }) => [productId, quantity, worth(price)]),
});
