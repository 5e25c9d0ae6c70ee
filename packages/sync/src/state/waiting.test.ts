import { describe, expect, it } from 'vitest';
import { aConversation, aDelivery, aDesk, aShop } from '../testing/builders.ts';
import { needsPerson, waitingIn } from './waiting.ts';

describe('the number of buyers who wait', () => {
  const shops = [
    aShop(1, 'shopee', { unreplyCount: 2 }),
    aShop(2, 'shopee', { unreplyCount: 3 }),
    aShop(3, 'lazada', { unreplyCount: 5 }),
  ];
  const desk = (...hidden: number[]) =>
    aDesk({
      shops: new Map(shops.map((shop) => [shop.shopId, shop])),
      arrangement: { order: [], hidden: hidden.map((number) => aShop(number).shopId) },
    });

  it('is the sum of the shops of a scope', () => {
    expect(waitingIn(desk(), 'all')).toBe(10);
    expect(waitingIn(desk(), 'shopee')).toBe(5);
    expect(waitingIn(desk(), 'tiktok')).toBe(0);
    expect(waitingIn(desk(), aShop(3).shopId)).toBe(5);
  });

  it('S8: leaves out a hidden shop, but in the shop itself', () => {
    expect(waitingIn(desk(2), 'all')).toBe(7);
    expect(waitingIn(desk(2), 'shopee')).toBe(2);
    expect(waitingIn(desk(2), aShop(2).shopId)).toBe(3);
  });
});

describe('a conversation needs a person', () => {
  const { conversationId } = aConversation(1, 1);
  const needs = (over: Parameters<typeof aConversation>[2], ...marks: ('failed' | 'unconfirmed' | 'pending')[]) => {
    const deliveries = marks.map((mark, index) => aDelivery(index, 1, { mark }));
    const desk = aDesk({
      shown: new Map([[conversationId, aConversation(1, 1, over)]]),
      deliveries: new Map([[conversationId, deliveries]]),
    });
    return needsPerson(desk, conversationId);
  };

  it('when its buyer waits, a message is unread, or an answer did not arrive', () => {
    expect(needs({ waitingSince: 1 })).toBe(true);
    expect(needs({ unreadCount: 1 })).toBe(true);
    expect(needs({}, 'pending', 'failed')).toBe(true);
    expect(needs({}, 'unconfirmed')).toBe(true);
  });

  it('not when it is answered and read, or unknown', () => {
    expect(needs({}, 'pending')).toBe(false);
    expect(needsPerson(aDesk(), conversationId)).toBe(false);
  });
});
