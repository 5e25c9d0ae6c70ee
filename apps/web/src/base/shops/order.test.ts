import { MARKETPLACES } from '@pasar/domain';
import { aShop } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { groupsOf, movedTo, shopsInOrder } from './order.ts';

const [first, second, third] = [
  aShop(1, 'tiktok', { name: 'A' }),
  aShop(2, 'shopee', { name: 'B', country: 'VN' }),
  aShop(3, 'shopee', { name: 'C', country: 'MY' }),
];

describe('the order of shops', () => {
  it('is by marketplace, country and name where nobody has arranged them', () => {
    expect(shopsInOrder([first, third, second], [])).toEqual([second, third, first]);
  });

  it("is the member's where it is arranged; what is not named comes last", () => {
    expect(shopsInOrder([first, third, second], [first.shopId])).toEqual([first, second, third]);
  });

  it('takes one to another place, and never beyond an end', () => {
    const order = [first.shopId, second.shopId, third.shopId];
    expect(movedTo(order, third.shopId, 0)).toEqual([third.shopId, first.shopId, second.shopId]);
    expect(movedTo(order, first.shopId, 9)).toEqual([second.shopId, third.shopId, first.shopId]);
    expect(movedTo(order, first.shopId, -1)).toEqual(order);
  });
});

describe('headings over shops', () => {
  const shops = shopsInOrder([first, second, third], []);
  const told = (groups: ReturnType<typeof groupsOf>) =>
    groups.map(({ heading, shops: of }) => [heading, of.map(({ name }) => name)]);

  it('are marketplaces, or countries across them in the order of the product', () => {
    expect(told(groupsOf(shops, 'marketplace', false))).toEqual([
      [{ kind: 'marketplace', marketplace: 'shopee' }, ['B', 'C']],
      [{ kind: 'marketplace', marketplace: 'tiktok' }, ['A']],
    ]);
    const indonesian = aShop(4, 'tiktok', { name: 'D', country: 'ID' });
    const elsewhere = aShop(5, 'tiktok', { name: 'E', country: 'VN' });
    expect(told(groupsOf(shopsInOrder([second, third, elsewhere, indonesian], []), 'country', false))).toEqual([
      [{ kind: 'country', country: 'ID' }, ['D']],
      [{ kind: 'country', country: 'VN' }, ['B', 'E']],
      [{ kind: 'country', country: 'MY' }, ['C']],
    ]);
  });

  it('come alike for forty shops of eight countries, whatever their marketplaces', () => {
    const countries = ['ID', 'TW', 'VN', 'TH', 'PH', 'MY', 'SG', 'BR'] as const;
    const many = Array.from({ length: 40 }, (_, index) => {
      const country = countries[(index * 5) % countries.length] ?? 'ID';
      return aShop(index + 1, MARKETPLACES[index % MARKETPLACES.length], { name: `${index}`, country });
    });
    const headings = groupsOf(shopsInOrder(many, []), 'country', false).map(({ heading }) => heading);
    expect(headings).toEqual(countries.map((country) => ({ kind: 'country', country })));
  });

  it('are countries where one marketplace would stand above all, and none where one country would', () => {
    expect(told(groupsOf([third, second], 'marketplace', false))).toEqual([
      [{ kind: 'country', country: 'VN' }, ['B']],
      [{ kind: 'country', country: 'MY' }, ['C']],
    ]);
    expect(told(groupsOf([first], 'marketplace', false))).toEqual([[null, ['A']]]);
    expect(told(groupsOf(shops, 'none', false))).toEqual([[null, ['B', 'C', 'A']]]);
  });

  it("follow the member's own order: the first shop's comes first", () => {
    const arranged = shopsInOrder([first, second, third], [first.shopId, third.shopId, second.shopId]);
    expect(told(groupsOf(arranged, 'marketplace', true))).toEqual([
      [{ kind: 'marketplace', marketplace: 'tiktok' }, ['A']],
      [{ kind: 'marketplace', marketplace: 'shopee' }, ['C', 'B']],
    ]);
    expect(told(groupsOf([third, second], 'country', true))).toEqual([
      [{ kind: 'country', country: 'MY' }, ['C']],
      [{ kind: 'country', country: 'VN' }, ['B']],
    ]);
  });
});
