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

  it('are marketplaces, or countries across them', () => {
    expect(told(groupsOf(shops, 'marketplace'))).toEqual([
      [{ kind: 'marketplace', marketplace: 'shopee' }, ['C', 'B']],
      [{ kind: 'marketplace', marketplace: 'tiktok' }, ['A']],
    ]);
    const [elsewhere] = [aShop(4, 'tiktok', { name: 'D', country: 'VN' })];
    expect(told(groupsOf(shopsInOrder([second, third, elsewhere], []), 'country'))).toEqual([
      [{ kind: 'country', country: 'MY' }, ['C']],
      [{ kind: 'country', country: 'VN' }, ['B', 'D']],
    ]);
  });

  it('are countries where one marketplace would stand above all, and none where one country would', () => {
    expect(told(groupsOf([third, second], 'marketplace'))).toEqual([
      [{ kind: 'country', country: 'MY' }, ['C']],
      [{ kind: 'country', country: 'VN' }, ['B']],
    ]);
    expect(told(groupsOf([first], 'marketplace'))).toEqual([[null, ['A']]]);
    expect(told(groupsOf(shops, 'none'))).toEqual([[null, ['C', 'B', 'A']]]);
  });

  it("stay where the member has an order: the first shop's comes first", () => {
    const arranged = shopsInOrder([first, second, third], [second.shopId, first.shopId, third.shopId]);
    expect(told(groupsOf(arranged, 'marketplace'))).toEqual([
      [{ kind: 'marketplace', marketplace: 'shopee' }, ['B', 'C']],
      [{ kind: 'marketplace', marketplace: 'tiktok' }, ['A']],
    ]);
  });
});
