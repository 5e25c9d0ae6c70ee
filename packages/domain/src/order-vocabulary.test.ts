import { expect, it } from 'vitest';
import { ORDER_STATUSES } from './order.ts';
import { BOOK_TABS, statusesOfTab } from './order-book.ts';
import {
  cancelReasonOf,
  EXTENDED_STATUSES,
  extendedStatusOf,
  ORDER_VOCABULARY,
  SHOP_SIDE_STATUSES,
} from './order-vocabulary.ts';

it('every word of the shop’s side and every number belongs to exactly one app status', () => {
  const rows = ORDER_STATUSES.map((status) => ORDER_VOCABULARY[status]);
  expect(rows.flatMap(({ shopSide }) => shopSide).toSorted()).toEqual([...SHOP_SIDE_STATUSES].toSorted());
  expect(rows.flatMap(({ extended }) => extended).toSorted()).toEqual(Object.values(EXTENDED_STATUSES).toSorted());
});

it('each set of tabs of the specification has all its tabs', () => {
  const tabs = (set: 'listTab' | 'panelTab' | 'filterTab' | 'managementTab') =>
    new Set(ORDER_STATUSES.map((status) => ORDER_VOCABULARY[status][set])).size;
  expect([tabs('listTab'), tabs('panelTab'), tabs('filterTab'), tabs('managementTab')]).toEqual([6, 6, 6, 2]);
});

it('an order is untreated or treated, and stands on one tab of its progress', () => {
  for (const status of ORDER_STATUSES) {
    const on = BOOK_TABS.filter((tab) => statusesOfTab(tab)?.includes(status));
    expect(on).toHaveLength(2);
    expect(on[0]).toBe(ORDER_VOCABULARY[status].managementTab);
  }
});

it('codes of the marketplace have names, and other words have none', () => {
  expect([extendedStatusOf('7'), extendedStatusOf('5'), extendedStatusOf('toString')]).toEqual([
    'cancel_processing',
    null,
    null,
  ]);
  expect([cancelReasonOf('203'), cancelReasonOf('7'), cancelReasonOf('buyer')]).toEqual(['cod_rejected', null, null]);
});
