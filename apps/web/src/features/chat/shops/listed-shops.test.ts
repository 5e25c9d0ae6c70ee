import { aShop } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { byWaiting, listedGroups, sumOfWaiting, withWaiting } from './listed-shops.ts';

const shops = [
  aShop(1, 'shopee', { name: 'A', country: 'MY', waitingCount: 2 }),
  aShop(2, 'shopee', { name: 'B', country: 'SG', waitingCount: 0 }),
  aShop(3, 'lazada', { name: 'C', country: 'MY', waitingCount: 7 }),
  aShop(4, 'lazada', { name: 'D', country: 'TH', waitingCount: 2 }),
] as const;
const namesOf = (listed: readonly { readonly name: string }[]) => listed.map(({ name }) => name).join('');

describe('the listed shops', () => {
  it('may be those with waiting buyers only, and the chosen one', () => {
    expect(namesOf(withWaiting(shops, null))).toBe('ACD');
    expect(namesOf(withWaiting(shops, shops[1].shopId))).toBe('ABCD');
  });

  it('may begin with what is overdue and the most waiting buyers, and keep their order among equals', () => {
    expect(namesOf(byWaiting(shops, () => 0))).toBe('CADB');
    const urgent = new Map([[shops[1].shopId, 1] as const, [shops[3].shopId, 2] as const]);
    expect(namesOf(byWaiting(shops, (shopId) => urgent.get(shopId) ?? 0))).toBe('DBCA');
    expect(sumOfWaiting(shops)).toBe(11);
  });

  it('leave a collapsed group, except the chosen shop; the group still has all its shops for its sums', () => {
    const listing = { grouping: 'marketplace', isArranged: false, collapsed: ['shopee'] } as const;
    const told = (chosen: (typeof shops)[number] | null) =>
      listedGroups(shops, { ...listing, chosen: chosen?.shopId ?? null }).map(
        ({ key, isCollapsed, rows, shops: of }) => [key, isCollapsed, namesOf(rows), namesOf(of)],
      );
    expect(told(null)).toEqual([
      ['shopee', true, '', 'AB'],
      ['lazada', false, 'CD', 'CD'],
    ]);
    expect(told(shops[1])[0]).toEqual(['shopee', true, 'B', 'AB']);
  });

  it('without groups have no heading to collapse', () => {
    const [group] = listedGroups(shops, { grouping: 'none', isArranged: false, collapsed: ['shopee'], chosen: null });
    expect([group?.key, group?.isCollapsed, group?.rows.length]).toEqual([null, false, 4]);
  });
});
