import { asShopId } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { orderAddress } from '../../base/order-address.ts';
import { EVERYTHING, filterOf, inputOf, isNarrow, type OrderFilter, queryOf, rarerCount } from './filter.ts';

const NOW = new Date(2026, 10, 21, 15).getTime();
const FULL: OrderFilter = {
  tab: 'toShip',
  sort: 'changed',
  words: 'lamp & co',
  shopIds: [asShopId('0190aaaa-0000-7000-8000-000000000001'), asShopId('0190aaaa-0000-7000-8000-000000000002')],
  marketplace: 'lazada',
  country: 'TH',
  span: 'own',
  from: '2026-10-30',
  to: '2026-11-01',
  least: '10',
  most: '99.50',
  currency: 'THB',
  hasNote: true,
  isRatable: true,
};

describe('the filter of the orders', () => {
  it('comes back from its address, and everything has an empty one', () => {
    expect(filterOf(new URLSearchParams(queryOf(FULL).toString()))).toEqual(FULL);
    expect(queryOf(EVERYTHING).toString()).toBe('');
    expect(filterOf(new URLSearchParams())).toEqual(EVERYTHING);
  });

  it('ignores what it does not understand', () => {
    const query = new URLSearchParams(
      'tab=x&shops=1,2&at=ebay&site=XX&days=3&least=-1&currency=thb&sort=up&from=tomorrow',
    );
    expect(filterOf(query)).toEqual(EVERYTHING);
  });

  it('is narrow by all but the tab and the sorting', () => {
    expect(isNarrow({ ...EVERYTHING, tab: 'refund', sort: 'oldest' })).toBe(false);
    expect(isNarrow({ ...EVERYTHING, words: 'a' })).toBe(true);
    expect(rarerCount(FULL)).toBe(5);
  });

  it('asks for whole days, of which today is the last', () => {
    expect(inputOf({ ...EVERYTHING, span: 1 }, NOW, null)).toEqual({
      tab: 'all',
      sort: 'newest',
      createdFrom: new Date(2026, 10, 21).getTime(),
    });
    expect(inputOf({ ...EVERYTHING, span: 30 }, NOW, null).createdFrom).toBe(new Date(2026, 9, 23).getTime());
    expect(inputOf(FULL, NOW, 'c')).toEqual({
      tab: 'toShip',
      sort: 'changed',
      shopIds: FULL.shopIds,
      marketplaces: ['lazada'],
      countries: ['TH'],
      createdFrom: new Date(2026, 9, 30).getTime(),
      createdTo: new Date(2026, 10, 2).getTime(),
      words: 'lamp & co',
      amountFrom: '10',
      amountTo: '99.50',
      currency: 'THB',
      hasNote: true,
      isRatable: true,
      cursor: 'c',
    });
  });
});

it('the address by which other pages lead to an order finds it by its number', () => {
  const { searchParams } = new URL(orderAddress('2111&q=5+A'), 'https://desk.example');
  expect(filterOf(searchParams).words).toBe('2111&q=5+A');
});
