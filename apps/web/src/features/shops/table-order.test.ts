import type { ShopView } from '@pasar/api';
import { aShop } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { isIn, nextSort, sorted, toTop } from './table-order.ts';

const failed = { state: 'failed', refusal: null } as const;
const lost = { state: 'interrupted', refusal: null } as const;
const shops = [
  aShop(1, 'shopee', { name: 'B', country: 'TH', waitingCount: 1 }),
  aShop(2, 'lazada', { name: 'C', country: 'MY', waitingCount: 5, connection: lost }),
  aShop(3, 'tiktok', { name: 'A', country: 'MY', waitingCount: 1, connection: failed }),
] as const;
const names = (listed: readonly ShopView[]) => listed.map(({ name }) => name).join('');
const by = (sort: Parameters<typeof sorted>[1]) => names(sorted(shops, sort, ({ country }) => country));

describe('the order of the shop table', () => {
  it("is the member's own, or by a column; shops that are alike there keep their order", () => {
    expect(by(null)).toBe('BCA');
    expect(by({ by: 'shop', isDescending: false })).toBe('ABC');
    expect(by({ by: 'site', isDescending: false })).toBe('CAB');
    expect(by({ by: 'connection', isDescending: false })).toBe('ACB');
    expect(by({ by: 'waiting', isDescending: true })).toBe('CBA');
    expect(by({ by: 'waiting', isDescending: false })).toBe('BAC');
  });

  it('goes by presses on a heading from one way to the other, and back to the own order', () => {
    const first = nextSort(null, 'waiting');
    expect(first).toEqual({ by: 'waiting', isDescending: true });
    const second = nextSort(first, 'waiting');
    expect(second).toEqual({ by: 'waiting', isDescending: false });
    expect(nextSort(second, 'waiting')).toBeNull();
    expect(nextSort(second, 'shop')).toEqual({ by: 'shop', isDescending: false });
  });
});

it('the filters of the shop table tell troubled, waiting and hidden shops', () => {
  const quiet = aShop(4, 'shopee', { name: 'D', waitingCount: 0 });
  const all = [...shops, quiet];
  const listed = (filter: Parameters<typeof isIn>[0]) =>
    names(all.filter((shop) => isIn(filter, shop, [shops[0].shopId])));
  expect(['all', 'troubled', 'waiting', 'hidden'].map((filter) => listed(filter as 'all'))).toEqual([
    'BCAD',
    'CA',
    'BCA',
    'B',
  ]);
});

it('shops moved to the top keep their order among themselves', () => {
  const [first, second, third] = shops.map(({ shopId }) => shopId);
  if (first === undefined || second === undefined || third === undefined) throw new Error('no shops');
  expect(toTop([first, second, third], new Set([third, second]))).toEqual([second, third, first]);
});
