import { expect, it } from 'vitest';
import { MARKETPLACES } from './marketplace.ts';
import { ORDER_STATUSES, SHOWN_ORDER_STATUSES } from './order.ts';
import { isInTab, isUnfinished, orderTabsOf, unfinishedFirst } from './order-tabs.ts';

it.each(MARKETPLACES)('%s: every known status stands in one tab beside all, an unknown one only among all', (at) => {
  const tabsOf = (status: (typeof SHOWN_ORDER_STATUSES)[number]) =>
    orderTabsOf(at).filter((tab) => isInTab(at, tab, status));
  for (const status of ORDER_STATUSES) {
    expect(tabsOf(status)[0]).toBe('all');
    expect(tabsOf(status)).toHaveLength(2);
  }
  expect(tabsOf('unknown')).toEqual(['all']);
});

it('the tabs are those of the order panel, and one of refunds where the marketplace lists them apart', () => {
  const panel = ['all', 'unpaid', 'pending', 'shipped', 'processed', 'cancelled'];
  expect(orderTabsOf('shopee')).toEqual(panel);
  expect(orderTabsOf('lazada')).toEqual([...panel, 'refund']);
  expect(orderTabsOf('tiktok')).toEqual([...panel, 'refund']);
  expect(isInTab('shopee', 'cancelled', 'refund')).toBe(true);
  expect(isInTab('shopee', 'refund', 'refund')).toBe(false);
});

it('unfinished orders come first, each part newest first', () => {
  expect(SHOWN_ORDER_STATUSES.filter(isUnfinished)).toEqual([
    'unpaid',
    'wait_seller_send',
    'wait_receiver_confirm',
    'in_cancel',
    'unknown',
  ]);
  const orders = [
    { status: 'finished', createdAt: 9 },
    { status: 'unpaid', createdAt: 1 },
    { status: 'refund', createdAt: 8 },
    { status: 'wait_receiver_confirm', createdAt: 5 },
  ] as const;
  expect(unfinishedFirst(orders).map(({ createdAt }) => createdAt)).toEqual([5, 1, 9, 8]);
});
