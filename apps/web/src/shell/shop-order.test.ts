import { aShop } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { groupsOf, movedTo, shopsInOrder } from './shop-order.ts';

const [first, second, third] = [
  aShop(1, 'tiktok', { name: 'A' }),
  aShop(2, 'shopee', { name: 'B', country: 'VN' }),
  aShop(3, 'shopee', { name: 'C', country: 'MY' }),
];

describe('the order of shops', () => {
  it('is by marketplace, country and name where nobody has arranged them', () => {
    expect(shopsInOrder([first, second, third], [])).toEqual([third, second, first]);
  });

  it("is the member's where it is arranged; what is not named comes last", () => {
    expect(shopsInOrder([first, second, third], [first.shopId])).toEqual([first, third, second]);
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

  it('are marketplaces where all are listed, and countries where one is', () => {
    expect(told(groupsOf(shops, 'all', false))).toEqual([
      [{ kind: 'marketplace', marketplace: 'shopee' }, ['C', 'B']],
      [{ kind: 'marketplace', marketplace: 'tiktok' }, ['A']],
    ]);
    expect(told(groupsOf([third, second], 'shopee', false))).toEqual([
      [{ kind: 'country', country: 'MY' }, ['C']],
      [{ kind: 'country', country: 'VN' }, ['B']],
    ]);
  });

  it('are none where somebody has arranged them, or where one would stand above all', () => {
    expect(told(groupsOf(shops, 'all', true))).toEqual([[null, ['C', 'B', 'A']]]);
    expect(told(groupsOf([first], 'tiktok', false))).toEqual([[null, ['A']]]);
  });
});
