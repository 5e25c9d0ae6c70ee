import { expect, it } from 'vitest';
import { sumOfOrders } from './buyer.ts';
import { SHOWN_ORDER_STATUSES } from './order.ts';

const total = { amount: '10.50', currency: 'SGD' };

it('counts all orders, and as spent those that are paid and neither cancelled nor refunded', () => {
  const orders = SHOWN_ORDER_STATUSES.map((status) => ({ status, total }));
  expect(sumOfOrders(orders)).toEqual({
    orderCount: SHOWN_ORDER_STATUSES.length,
    spent: [{ amount: '31.5', currency: 'SGD' }],
    isAtLeast: false,
  });
});

it('says that there may be more when an amount cannot be read', () => {
  expect(sumOfOrders([{ status: 'finished', total: { amount: '?', currency: 'SGD' } }])).toEqual({
    orderCount: 1,
    spent: [],
    isAtLeast: true,
  });
});
