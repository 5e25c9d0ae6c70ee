import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderStep, ShopTrade, TradeNotification } from '../trade.ts';
import { createTradeBook } from '../trade-book.ts';
import { createWorld, type SimulatedWorld } from '../world.ts';

const START = Date.UTC(2026, 10, 20, 8);
const DAY_MS = 86_400_000;
let directory: string;
let worlds: SimulatedWorld[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'notices-'));
  worlds = [];
});
afterEach(() => {
  for (const world of worlds) world.close();
  rmSync(directory, { recursive: true });
});

/** The first shop of a world that begins at `start`. */
function open(name = 'journal', start = START) {
  const world = createWorld({ seed: 'one', journalPath: join(directory, name), now: () => start });
  worlds.push(world);
  const [shop] = world.shops;
  if (shop === undefined) throw new Error('no shop');
  const { marketplace, shopId } = shop;
  const book = createTradeBook(world);
  return {
    world,
    trade: () => book.of(marketplace, shopId),
    pass(forMs: number): ShopTrade {
      const until = book.of(marketplace, shopId).clock + forMs;
      book.apply(marketplace, shopId, { change: 'timePasses', until });
      return book.of(marketplace, shopId);
    },
    take: (orderId: string, step: OrderStep): boolean =>
      book.apply(marketplace, shopId, { change: 'orderStep', at: book.nextMoment(marketplace, shopId), orderId, step }),
  };
}
const freshIn = (before: ShopTrade, after: ShopTrade): readonly TradeNotification[] =>
  after.notifications.slice(0, after.notifications.length - before.notifications.length);
const ofGroup = (notices: readonly TradeNotification[], group: string) =>
  notices.filter((notice) => notice.group === group);

test('notifications of every group arise while time passes, unread, before those of the seed', () => {
  const { trade, pass } = open();
  const before = trade();
  const after = pass(120 * DAY_MS);
  const fresh = freshIn(before, after);
  expect(after.notifications.slice(fresh.length)).toEqual(before.notifications);
  expect(fresh.every(({ at, status }) => at > START && at <= after.clock && status === 1)).toBe(true);
  const times = fresh.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(new Set(after.notifications.map(({ notificationId }) => notificationId)).size).toBe(
    after.notifications.length,
  );
  expect(fresh.filter(({ title, text }) => title === '' || /[{}]/.test(title + text))).toEqual([]);
  // About so often as the means say.
  for (const [group, least, most] of [
    ['product', 20, 70],
    ['marketing', 10, 45],
    ['system', 2, 25],
    ['violation', 1, 15],
    ['listing_ban', 1, 12],
  ] as const) {
    const count = ofGroup(fresh, group).length;
    expect([group, count >= least && count <= most, count]).toEqual([group, true, count]);
  }
});

test('an order that is paid, delivered or not, or whose buyer wants something, is told once with its number', () => {
  const { trade, pass } = open();
  const before = trade();
  const after = pass(60 * DAY_MS);
  const fresh = freshIn(before, after);
  const delivered = after.orders.filter(({ tracking }) => tracking.length === 5 && (tracking[4]?.at ?? 0) > START);
  const failed = delivered.filter(({ status, cancelReason }) => status === 'cancelled' && cancelReason === 202);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(delivered.length / 10);
  const toldOf = (group: string, orderNumber: string) =>
    ofGroup(fresh, group).filter(({ text }) => text.includes(orderNumber)).length;
  for (const order of delivered) {
    const isFailed = failed.includes(order);
    const told = [toldOf('finance', order.orderNumber), toldOf('failed_delivery', order.orderNumber)];
    expect([order.orderNumber, told]).toEqual([order.orderNumber, isFailed ? [0, 1] : [1, 0]]);
  }
  expect(new Set(ofGroup(fresh, 'order').map(({ title }) => title)).size).toBe(3);
});

test('the delivery of an order fails: it is cancelled with its reason, and its parcel stays known', () => {
  const { trade, take } = open();
  const order = trade().orders.find(({ status }) => status === 'shipping');
  if (order === undefined) throw new Error('no order is on its way');
  const pending = trade().income.pending;
  expect(take(order.orderId, 'failDelivery')).toBe(true);
  const after = trade().orders.find(({ orderId }) => orderId === order.orderId);
  expect(after).toMatchObject({ status: 'cancelled', cancelReason: 202, trackingNumber: order.trackingNumber });
  expect(after?.tracking).toHaveLength(order.tracking.length + 1);
  expect(after?.updatedAt).toBeGreaterThan(order.updatedAt);
  expect(trade().income.pending).toBeLessThan(pending);
  expect(trade().notifications[0]).toMatchObject({ group: 'failed_delivery', at: after?.updatedAt });
  expect(take(order.orderId, 'deliver')).toBe(false);
});

test('a product that is banned is off sale from then on, and one that is approved is back', () => {
  const { trade, pass } = open();
  const turns = new Set<boolean>();
  for (let day = 0; day < 120; day += 1) {
    const earlier = trade();
    const after = pass(DAY_MS);
    const named = (group: string) =>
      ofGroup(freshIn(earlier, after), group).flatMap(({ title, text }) =>
        group === 'listing_ban' || title === 'Listing approved' ? [text] : [],
      );
    const turned = after.products.filter(({ isOnline }, at) => earlier.products[at]?.isOnline !== isOnline);
    for (const { title, isOnline } of turned) {
      expect(named(isOnline ? 'product' : 'listing_ban').some((text) => text.startsWith(title))).toBe(true);
      turns.add(isOnline);
    }
    expect(named('listing_ban').length + named('product').length).toBeGreaterThanOrEqual(turned.length);
  }
  expect(turns).toEqual(new Set([true, false]));
});

test('the same notifications arise whether time passes in parts or at once, after a restart, and whenever it begins', () => {
  const parts = open();
  const before = parts.trade();
  for (let day = 0; day < 20; day += 1) parts.pass(DAY_MS);
  const { notifications } = parts.trade();
  parts.world.close();
  expect(open().trade().notifications).toEqual(notifications);
  expect(open('other').pass(20 * DAY_MS).notifications).toEqual(notifications);
  const own = (notices: readonly TradeNotification[], start: number) =>
    notices.flatMap(({ group, text, at }) =>
      ['product', 'marketing', 'system', 'violation', 'listing_ban'].includes(group) ? [[group, text, at - start]] : [],
    );
  const later = open('later', START + DAY_MS);
  const beforeLater = later.trade();
  expect(own(freshIn(beforeLater, later.pass(20 * DAY_MS)), START + DAY_MS)).toEqual(
    own(freshIn(before, parts.trade()), START),
  );
});
