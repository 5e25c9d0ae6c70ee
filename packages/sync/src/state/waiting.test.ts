import { DUE_SOON_MS } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { aConversation, aDelivery, aDesk, aShop } from '../testing/builders.ts';
import { buildLists } from './conversation-lists.ts';
import type { DeskState } from './desk-state.ts';
import { dueUntil, needsPerson, pagingUntil, shownUntil, urgencyIn, waitingIn } from './waiting.ts';

describe('the number of buyers who wait', () => {
  const shops = [
    aShop(1, 'shopee', { waitingCount: 2 }),
    aShop(2, 'shopee', { waitingCount: 3 }),
    aShop(3, 'lazada', { waitingCount: 5 }),
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

describe('the answers that are due', () => {
  const shops = new Map(
    [
      aShop(1, 'shopee', { firstDueAt: 700 }),
      aShop(2, 'lazada', { firstDueAt: 500 }),
      // Its answers are behind those that the snapshot brought.
      aShop(3, 'tiktok', { firstDueAt: 1_000 }),
      aShop(4, 'tiktok', { firstDueAt: 600 }),
      aShop(5, 'tiktok'),
    ].map((shop) => [shop.shopId, shop]),
  );
  const arrangement = { order: [], hidden: [aShop(4).shopId] };
  const conversations = [
    aConversation(1, 1, { waitingSince: 10, dueAt: 900 }),
    aConversation(2, 2, { waitingSince: 20, dueAt: 500 }),
    aConversation(3, 1, { waitingSince: 30, dueAt: 700 }),
    aConversation(4, 2),
  ];
  const shown: DeskState['shown'] = new Map(conversations.map((item) => [item.conversationId, item]));
  const desk = { shops, arrangement, shown, lists: buildLists(shown, { shops, arrangement }) };
  const ids = desk.lists.get('all|due') ?? [];

  it('are counted up to a time, that time included', () => {
    expect(ids.map((id) => shown.get(id)?.dueAt)).toEqual([500, 700, 900]);
    expect([499, 500, 700, 999].map((until) => dueUntil(desk, 'all', until))).toEqual([0, 1, 2, 3]);
    expect(dueUntil(desk, aShop(2).shopId, 5_000)).toBe(1);
    expect(dueUntil(desk, 'tiktok', 999)).toBe(0);
    expect(shownUntil(ids, shown, 700)).toEqual(ids.slice(0, 2));
  });

  it('are at least one in each shop that has one, also where this client knows none of them', () => {
    expect(dueUntil(desk, 'all', 1_000)).toBe(4);
    expect(dueUntil(desk, 'tiktok', 1_000)).toBe(1);
    expect(dueUntil(desk, aShop(4).shopId, 1_000)).toBe(1);
  });

  it('make their shops as urgent as the first of them', () => {
    const urgency = (now: number, ...numbers: readonly number[]) =>
      urgencyIn(
        desk,
        numbers.map((number) => aShop(number).shopId),
        now,
      );
    expect(urgency(699 - DUE_SOON_MS, 1)).toBe('calm');
    expect(urgency(700 - DUE_SOON_MS, 1)).toBe('soon');
    expect(urgency(700, 1)).toBe('overdue');
    expect(urgency(1_000, 5)).toBe('calm');
    expect(urgency(1_000, 5, 3)).toBe('overdue');
  });

  it('are all known when the next page begins behind the time', () => {
    expect(pagingUntil({ state: 'more', next: '701.x' }, 700)).toEqual({ state: 'complete' });
    expect(pagingUntil({ state: 'more', next: '700.x' }, 700)).toEqual({ state: 'more', next: '700.x' });
    expect(pagingUntil({ state: 'unknown' }, 700)).toEqual({ state: 'unknown' });
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
