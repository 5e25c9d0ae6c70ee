import { aShop } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { movedTo, shopsInOrder } from './shop-order.ts';

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
