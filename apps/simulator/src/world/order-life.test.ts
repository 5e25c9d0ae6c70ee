import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrderStep, ShopTrade, TradeBook, TradeOrder } from './trade.ts';
import { createTradeBook } from './trade-book.ts';
import type { Shop } from './types.ts';
import { createWorld, type SimulatedWorld } from './world.ts';

const START = Date.UTC(2026, 10, 20, 8);
const DAY_MS = 86_400_000;
let directory: string;
let worlds: SimulatedWorld[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'life-'));
  worlds = [];
});
afterEach(() => {
  for (const world of worlds) world.close();
  rmSync(directory, { recursive: true });
});

function open(now: (() => number) | null = null) {
  const world = createWorld({ seed: 'one', journalPath: join(directory, 'journal'), now: () => START });
  worlds.push(world);
  const [shop] = world.shops;
  if (shop === undefined) throw new Error('no shop');
  return { world, shop, book: createTradeBook(world, now) };
}
const tradeOf = (book: TradeBook, { marketplace, shopId }: Shop) => book.of(marketplace, shopId);
const orderOf = (book: TradeBook, shop: Shop, orderId: string): TradeOrder => {
  const found = tradeOf(book, shop).orders.find((order) => order.orderId === orderId);
  if (found === undefined) throw new Error('no such order');
  return found;
};
function place(book: TradeBook, shop: Shop): string {
  const { marketplace, shopId } = shop;
  const [{ buyerId } = { buyerId: '' }] = tradeOf(book, shop).orders;
  const at = book.nextMoment(marketplace, shopId);
  expect(book.apply(marketplace, shopId, { change: 'placeOrder', at, basket: { buyerId, lines: [] } })).toBe(true);
  return tradeOf(book, shop).orders[0]?.orderId ?? '';
}
const take = (book: TradeBook, { marketplace, shopId }: Shop, orderId: string, step: OrderStep): boolean =>
  book.apply(marketplace, shopId, { change: 'orderStep', at: book.nextMoment(marketplace, shopId), orderId, step });
/** Lets the time of this shop pass, so that the other shops cost nothing. */
function pass(book: TradeBook, shop: Shop, forMs: number): void {
  const until = tradeOf(book, shop).clock + forMs;
  expect(book.apply(shop.marketplace, shop.shopId, { change: 'timePasses', until })).toBe(true);
}

describe('an order', () => {
  test('is placed, paid, shipped, delivered, sent back and paid back, each later than the one before', () => {
    const { book, shop } = open();
    const orderId = place(book, shop);
    const before = tradeOf(book, shop).income;
    const seen: [string, number][] = [];
    const note = () => {
      const { status, tracking } = orderOf(book, shop, orderId);
      seen.push([status, tracking.length]);
    };
    note();
    let last = 0;
    for (const step of [
      'pay',
      'ship',
      'move',
      'move',
      'deliver',
      'askReturn',
      'acceptReturn',
      'finishReturn',
    ] as const) {
      expect([step, take(book, shop, orderId, step)]).toEqual([step, true]);
      note();
      const { updatedAt } = orderOf(book, shop, orderId);
      expect(updatedAt).toBeGreaterThan(last);
      last = updatedAt;
    }
    expect(seen).toEqual([
      ['unpaid', 0],
      ['toShip', 1],
      ['shipping', 2],
      ['shipping', 3],
      ['shipping', 4],
      ['completed', 5],
      ['returning', 5],
      ['returning', 5],
      ['returned', 5],
    ]);
    const { returns, income, notifications } = tradeOf(book, shop);
    expect(returns[0]).toMatchObject({ status: 5, order: { orderId, status: 'returned' } });
    expect(income.entries.slice(0, 2).map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
    expect(income.available).toBe(before.available);
    expect(notifications.slice(0, 3).map(({ group, status }) => [group, status])).toEqual([
      ['order', 1],
      ['finance', 1],
      ['order', 1],
    ]);
  });

  test('takes no step that its status does not allow, and changes nothing then', () => {
    const { book, shop } = open();
    const orderId = place(book, shop);
    const before = tradeOf(book, shop);
    for (const step of ['ship', 'deliver', 'acceptCancel', 'rejectCancel', 'askReturn', 'finishReturn'] as const) {
      expect([step, take(book, shop, orderId, step)]).toEqual([step, false]);
    }
    expect(tradeOf(book, shop)).toBe(before);
  });

  test('is kept or cancelled when its buyer asks to cancel it; an unpaid order is ended by the marketplace', () => {
    const { book, shop } = open();
    const orderId = place(book, shop);
    for (const step of ['pay', 'askCancel', 'rejectCancel', 'askCancel', 'acceptCancel'] as const) {
      expect(take(book, shop, orderId, step)).toBe(true);
    }
    expect(orderOf(book, shop, orderId)).toMatchObject({ status: 'cancelled', cancelReason: null });
    const unpaid = place(book, shop);
    take(book, shop, unpaid, 'expire');
    expect(orderOf(book, shop, unpaid)).toMatchObject({ status: 'cancelled', cancelReason: 100 });
  });

  test('of an unknown buyer or product is not placed', () => {
    const { book, shop } = open();
    const { marketplace, shopId } = shop;
    const at = book.nextMoment(marketplace, shopId);
    const [{ buyerId } = { buyerId: '' }] = tradeOf(book, shop).orders;
    const lines = [{ productId: '1', skuId: '1', quantity: 1 }];
    for (const basket of [
      { buyerId: '1', lines: [] },
      { buyerId, lines },
    ]) {
      expect(book.apply(marketplace, shopId, { change: 'placeOrder', at, basket })).toBe(false);
    }
  });
});

describe('time', () => {
  test('stands still until it is let pass; then buyers order, and orders reach every status', () => {
    const { book, shop } = open();
    const before = tradeOf(book, shop);
    expect(tradeOf(book, shop)).toBe(before);
    pass(book, shop, 30 * DAY_MS);
    const after = tradeOf(book, shop);
    expect(after.clock).toBe(START + 30 * DAY_MS);
    expect(after.orders.length).toBeGreaterThan(before.orders.length + 60);
    const fresh = after.orders.slice(0, after.orders.length - before.orders.length);
    const reached = new Set(fresh.map(({ status }) => status));
    for (const status of ['unpaid', 'toShip', 'shipping', 'completed', 'cancelled'] as const) {
      expect([...reached]).toContain(status);
    }
    expect(after.returns.length).toBeGreaterThan(before.returns.length);
    for (const { createdAt, updatedAt, tracking } of after.orders) {
      expect(updatedAt).toBeGreaterThanOrEqual(createdAt);
      expect(tracking.map(({ at }) => at)).toEqual(tracking.map(({ at }) => at).toSorted((one, other) => one - other));
    }
    const newest = after.orders.map(({ createdAt }) => createdAt);
    expect(newest).toEqual(newest.toSorted((one, other) => other - one));
    expect(Math.max(...after.orders.map(({ updatedAt }) => updatedAt))).toBeLessThanOrEqual(after.clock);
  });

  test('in parts or at once gives the same orders, with the same changes between, and after a restart', () => {
    const { book, shop, world } = open();
    const orderId = place(book, shop);
    take(book, shop, orderId, 'pay');
    for (let day = 0; day < 5; day += 1) pass(book, shop, DAY_MS);
    const parts = tradeOf(book, shop);
    world.close();
    expect(tradeOf(open().book, shop)).toEqual(parts);
    rmSync(join(directory, 'journal'));
    const other = open();
    take(other.book, shop, place(other.book, shop), 'pay');
    pass(other.book, other.shop, 5 * DAY_MS);
    expect(tradeOf(other.book, shop)).toEqual(parts);
  });

  test('is let pass in every shop at once', () => {
    const { book, world } = open();
    book.passTime(60_000);
    for (const each of world.shops) expect(tradeOf(book, each).clock).toBe(START + 60_000);
  });

  test('is let pass in one shop alone', () => {
    const { book, shop, world } = open();
    book.passTime(60_000, shop);
    for (const each of world.shops) {
      expect(tradeOf(book, each).clock).toBe(each.shopId === shop.shopId ? START + 60_000 : START);
    }
  });

  test('passes with the clock where orders live, and writes nothing while nothing happens', () => {
    let now = START;
    const { book, shop, world } = open(() => now);
    const before = tradeOf(book, shop);
    now += 1;
    expect(tradeOf(book, shop)).toBe(before);
    now += 2 * DAY_MS;
    expect(tradeOf(book, shop).orders.length).toBeGreaterThan(before.orders.length);
    world.close();
    const again = open(() => now);
    const written = again.world.aside.entries.length;
    tradeOf(again.book, shop);
    again.world.close();
    expect([written, open().world.aside.entries.length]).toEqual([1, 1]);
  });
});

describe('a rating', () => {
  const newRatings = (before: ShopTrade, after: ShopTrade) =>
    after.ratings.slice(0, after.ratings.length - before.ratings.length);

  test('arises for some finished orders, days after the delivery, and stands before the older ones', () => {
    const { book, shop } = open();
    const before = tradeOf(book, shop);
    pass(book, shop, 30 * DAY_MS);
    const after = tradeOf(book, shop);
    const fresh = newRatings(before, after);
    expect(fresh.length).toBeGreaterThan(10);
    expect(after.ratings.slice(fresh.length)).toEqual(before.ratings);
    for (const rating of fresh) {
      const order = after.orders.find(({ orderNumber }) => orderNumber === rating.orderNumber);
      const product = order?.items.find((item) => item.product.productId === rating.productId)?.product;
      expect(rating).toMatchObject({ buyerId: order?.buyerId, productName: product?.title, reply: null });
      expect(rating.at - (order?.tracking.at(-1)?.at ?? 0)).toBeGreaterThanOrEqual(DAY_MS);
      expect(rating.at).toBeLessThanOrEqual(after.clock);
    }
    const stars = fresh.map((rating) => rating.stars);
    expect(stars.filter((each) => ![1, 2, 3, 4, 5].includes(each))).toEqual([]);
    expect([stars.some((each) => each < 4), stars.some((each) => each > 3)]).toEqual([true, true]);
    const delivered = after.orders.filter(({ status, updatedAt }) => status === 'completed' && updatedAt > START);
    const longAgo = delivered.filter(({ updatedAt }) => updatedAt < after.clock - 10 * DAY_MS);
    const isRated = ({ orderNumber }: TradeOrder) => fresh.some((rating) => rating.orderNumber === orderNumber);
    expect(longAgo.every(isRated)).toBe(false);
    const times = after.ratings.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(new Set(after.ratings.map(({ ratingId }) => ratingId)).size).toBe(after.ratings.length);
  });

  test('is the same whether time passes in parts or at once, and after a restart', () => {
    const { book, shop, world } = open();
    const before = tradeOf(book, shop);
    for (let day = 0; day < 15; day += 1) pass(book, shop, DAY_MS);
    const parts = tradeOf(book, shop);
    expect(newRatings(before, parts).length).toBeGreaterThan(3);
    world.close();
    expect(tradeOf(open().book, shop)).toEqual(parts);
    rmSync(join(directory, 'journal'));
    const other = open();
    pass(other.book, other.shop, 15 * DAY_MS);
    expect(tradeOf(other.book, shop)).toEqual(parts);
  });

  test('is given once for an order, also where a return was asked for after it and refused', () => {
    const { book, shop } = open();
    const before = tradeOf(book, shop);
    const rated = new Set(before.ratings.map(({ orderNumber }) => orderNumber));
    const returnable = before.orders.filter(
      ({ status, orderNumber, orderId }) =>
        status === 'completed' &&
        rated.has(orderNumber) &&
        before.returns.every(({ order }) => order.orderId !== orderId),
    );
    expect(returnable.length).toBeGreaterThan(10);
    for (const { orderId } of returnable) {
      expect(take(book, shop, orderId, 'askReturn') && take(book, shop, orderId, 'refuseReturn')).toBe(true);
    }
    pass(book, shop, 30 * DAY_MS);
    const after = tradeOf(book, shop);
    expect(newRatings(before, after).length).toBeGreaterThan(10);
    const numbers = after.ratings.map(({ orderNumber }) => orderNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('is not given while the order is on its way back', () => {
    const rate = (hasReturn: boolean) => {
      rmSync(join(directory, 'journal'), { force: true });
      const { book, shop, world } = open();
      const orderIds = Array.from({ length: 12 }, () => place(book, shop));
      for (const orderId of orderIds) {
        for (const step of ['pay', 'ship', 'move', 'move', 'deliver'] as const) take(book, shop, orderId, step);
        if (hasReturn) expect(take(book, shop, orderId, 'askReturn')).toBe(true);
      }
      pass(book, shop, 8 * DAY_MS);
      const { ratings, orders } = tradeOf(book, shop);
      world.close();
      const numbers = new Set(ratings.map(({ orderNumber }) => orderNumber));
      return orders.filter(({ orderId, orderNumber }) => orderIds.includes(orderId) && numbers.has(orderNumber)).length;
    };
    expect(rate(false)).toBeGreaterThan(0);
    expect(rate(true)).toBe(0);
  });
});
