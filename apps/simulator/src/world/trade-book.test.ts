import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEEDED_ORDER_STATUSES, type ShopTrade, type TradeBook } from './trade.ts';
import { createTradeBook } from './trade-book.ts';
import type { Shop } from './types.ts';
import { createWorld, type SimulatedWorld } from './world.ts';

const START = Date.UTC(2026, 10, 20, 8);
const DAY_MS = 86_400_000;
let directory: string;
let worlds: SimulatedWorld[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trade-'));
  worlds = [];
});
afterEach(() => {
  for (const world of worlds) world.close();
  rmSync(directory, { recursive: true });
});

function open(name = 'journal', seed = 'one'): { readonly world: SimulatedWorld; readonly book: TradeBook } {
  const world = createWorld({ seed, journalPath: join(directory, name), now: () => START });
  worlds.push(world);
  return { world, book: createTradeBook(world) };
}
function shopIn(world: SimulatedWorld, country: string): Shop {
  const found = world.shops.find((shop) => shop.country === country);
  if (found === undefined) throw new Error(`no shop in ${country}`);
  return found;
}
function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
}
const idsOf = (trade: ShopTrade): string[] => [
  ...trade.products.flatMap(({ productId, variants }) => [productId, ...variants.map(({ skuId }) => skuId)]),
  ...trade.vouchers.map(({ voucherId }) => voucherId),
  ...trade.orders.map(({ orderId }) => orderId),
  ...trade.returns.map(({ returnId }) => returnId),
  ...trade.notifications.map(({ notificationId }) => notificationId),
  ...trade.ratings.map(({ ratingId }) => ratingId),
  ...trade.income.entries.map(({ entryId }) => entryId),
  ...trade.offers.map(({ offerId }) => offerId),
  ...trade.addresses.map(({ addressId }) => addressId),
  ...trade.stickers.map(({ stickerId }) => stickerId),
];

test('the shops of a seller sell some products under the same seller SKU, and others under a SKU of the shop alone', () => {
  const { world, book } = open();
  const skusIn = (country: string) => {
    const { marketplace, shopId } = shopIn(world, country);
    return new Set(book.of(marketplace, shopId).products.map(({ sellerSku }) => sellerSku));
  };
  const [one, other] = [skusIn('SG'), skusIn('ID')];
  const shared = [...one].filter((sku) => other.has(sku));
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.length).toBeLessThan(one.size / 2);
});

test('the cards of the seeded conversations name orders and vouchers that the shop has, and mostly orders of the same buyer', () => {
  const { world, book } = open();
  const said = { order: 0, own: 0, voucher: 0 };
  for (const { marketplace, shopId } of world.shops) {
    const { orders, vouchers } = book.of(marketplace, shopId);
    for (const { buyer, messages } of world.conversations(marketplace, shopId)) {
      for (const { kind, content } of messages) {
        if (kind === 'order' || kind === 'order_card') {
          const named = content.order_id ?? content.orderId;
          const order = orders.find(({ orderId, orderNumber }) => orderId === named || orderNumber === named);
          expect(order).toBeDefined();
          said.order += 1;
          if (order?.buyerId === buyer.buyerId) said.own += 1;
        }
        const voucherId = content.voucher_id ?? content.promotionId ?? content.coupon_id;
        if (voucherId === undefined) continue;
        expect(vouchers.map((voucher) => voucher.voucherId)).toContain(voucherId);
        said.voucher += 1;
      }
    }
  }
  expect(said.own).toBeGreaterThan(said.order / 2);
  expect(said.voucher).toBeGreaterThan(20);
});

test('some cancelled orders were ended by the marketplace, for a reason of the specification, and no other order', () => {
  const { world, book } = open();
  const shops = world.shops.slice(0, 12);
  const orders = shops.flatMap(({ marketplace, shopId }) => book.of(marketplace, shopId).orders);
  const reasonsOf = (isCancelled: boolean) =>
    new Set(orders.filter(({ status }) => (status === 'cancelled') === isCancelled).map((each) => each.cancelReason));
  expect([...reasonsOf(true)].toSorted()).toEqual([100, 101, 102, 201, 202, 203, null]);
  expect([...reasonsOf(false)]).toEqual([null]);
});

test('the same seed and shop give the same trade, in any order of calls and after new messages', () => {
  const { world, book } = open('a');
  const other = open('b');
  const [thai, vietnamese] = [shopIn(world, 'TH'), shopIn(world, 'VN')];
  const [conversation] = other.world.conversations(thai.marketplace, thai.shopId).slice(-1);
  if (conversation === undefined) throw new Error('no conversation');
  other.world.post({
    marketplace: thai.marketplace,
    shopId: thai.shopId,
    buyerId: conversation.buyer.buyerId,
    from: 'buyer',
    kind: 'text',
    content: { text: 'x' },
    idempotencyKey: null,
    honoursKey: true,
  });
  other.book.of(vietnamese.marketplace, vietnamese.shopId);
  expect(other.book.of(thai.marketplace, thai.shopId)).toEqual(book.of(thai.marketplace, thai.shopId));
  const foreign = open('c', 'two');
  const again = shopIn(foreign.world, 'TH');
  expect(foreign.book.of(again.marketplace, again.shopId).products).not.toEqual(
    book.of(thai.marketplace, thai.shopId).products,
  );
});

test('a shop sells in its own money and language', () => {
  const { world, book } = open();
  const currencies = {
    TH: 'THB',
    VN: 'VND',
    ID: 'IDR',
    TW: 'TWD',
    GB: 'GBP',
    BR: 'BRL',
    PH: 'PHP',
    SG: 'SGD',
    MY: 'MYR',
  };
  for (const [country, currency] of Object.entries(currencies)) {
    const { marketplace, shopId } = shopIn(world, country);
    const trade = book.of(marketplace, shopId);
    expect([trade.currency, ...new Set(trade.products.map((product) => product.currency))]).toEqual([
      currency,
      currency,
    ]);
    for (const { price, salePrice } of trade.products) {
      expect(salePrice).toBeGreaterThan(0);
      expect(salePrice).toBeLessThanOrEqual(price);
      expect(salePrice % (['THB', 'VND', 'IDR', 'TWD', 'PHP'].includes(currency) ? 100_000 : 1_000)).toBe(0);
    }
  }
  const { marketplace, shopId } = shopIn(world, 'TH');
  expect(book.of(marketplace, shopId).products.every(({ title }) => /[\u0e00-\u0e7f]/.test(title))).toBe(true);
});

test('the numbers are those of a busy shop, and every id is unique and beyond 2^53', () => {
  const { world, book } = open();
  const { marketplace, shopId } = shopIn(world, 'TH');
  const trade = book.of(marketplace, shopId);
  expect(trade.products.length).toBeGreaterThanOrEqual(30);
  expect(trade.products.length).toBeLessThanOrEqual(60);
  expect(trade.products.filter(({ isOnline }) => !isOnline).length).toBeGreaterThanOrEqual(2);
  expect(new Set(trade.products.map(({ title }) => title)).size).toBe(trade.products.length);
  const at = world.seededAt;
  expect([
    trade.vouchers.filter(({ startsAt }) => startsAt > at).length,
    trade.vouchers.filter(({ startsAt, endsAt }) => startsAt <= at && endsAt > at).length,
    trade.vouchers.filter(({ endsAt }) => endsAt <= at).length,
  ]).toEqual([4, 4, 4]);
  expect(trade.notifications).toHaveLength(60);
  expect(trade.ratings).toHaveLength(50);
  expect(trade.followers).toHaveLength(45);
  expect(trade.followees).toHaveLength(45);
  expect(new Set(trade.followers.map((person) => person.shopId)).size).toBe(45);
  expect(trade.income.available).toBeGreaterThan(0);
  expect(trade.offers.length).toBeGreaterThan(3);
  const ids = idsOf(trade);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[1-9][0-9]{18}$/.test(id))).toEqual([]);
});

test('two buyers have ordered and never written; a conversation with them is opened once, and stays', () => {
  const { world, book } = open();
  const { marketplace, shopId } = shopIn(world, 'TH');
  const { orders } = book.of(marketplace, shopId);
  const silent = orders.filter(({ buyerId }) => world.conversationWith(marketplace, shopId, buyerId) === null);
  expect(silent).toHaveLength(2);
  const [{ buyerId, buyerName } = { buyerId: '', buyerName: '' }] = silent;
  const listed = world.conversations(marketplace, shopId);
  const opened = world.open(marketplace, shopId, buyerId);
  expect(opened).toMatchObject({ shopId, buyer: { buyerId, name: buyerName }, status: 'activated', messages: [] });
  expect(world.open(marketplace, shopId, buyerId)).toBe(opened);
  expect(world.open(marketplace, shopId, '1')).toBeNull();
  // A conversation is in the list from its first message on.
  expect(world.conversations(marketplace, shopId)).toEqual(listed);
  const message = { from: 'seller', kind: 'text', content: { text: 'hello' } } as const;
  world.post({ marketplace, shopId, buyerId, ...message, idempotencyKey: 'one', honoursKey: true });
  expect(world.conversations(marketplace, shopId)[0]).toBe(opened);
  const again = open();
  expect(again.world.conversationWith(marketplace, shopId, buyerId)).toEqual(opened);
  expect(again.book.of(marketplace, shopId).orders).toEqual(orders);
});

test("orders belong to the shop's buyers, none of whom has more than four, newest first, in every status", () => {
  const { world, book } = open();
  const { marketplace, shopId } = shopIn(world, 'TH');
  const { orders, returns, income } = book.of(marketplace, shopId);
  const buyers = world.conversations(marketplace, shopId).map(({ buyer }) => buyer);
  expect(orders).toHaveLength(82);
  const counts = buyers.map(({ buyerId }) => orders.filter((order) => order.buyerId === buyerId).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(80);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([0, 4]);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(SEEDED_ORDER_STATUSES));
  const createdAt = orders.map((order) => order.createdAt);
  expect(createdAt).toEqual(createdAt.toSorted((one, other) => other - one));
  expect(Math.min(...createdAt)).toBeGreaterThan(START - 30 * DAY_MS);
  for (const { items, total, shippingFee, tracking, trackingNumber, status } of orders) {
    expect(total).toBe(items.reduce((sum, { product, quantity }) => sum + product.salePrice * quantity, shippingFee));
    expect(tracking.filter(({ at }) => at > START)).toEqual([]);
    expect(trackingNumber === null).toBe(!['shipping', 'completed', 'returning'].includes(status));
  }
  expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  expect(income.entries.map(({ order }) => order.orderId).toSorted()).toEqual(
    orders
      .filter(({ status }) => status === 'completed')
      .map(({ orderId }) => orderId)
      .toSorted(),
  );
});

test('every change survives a restart in every list that shows it', () => {
  const { world, book } = open();
  const { marketplace, shopId } = shopIn(world, 'TH');
  const before = book.of(marketplace, shopId);
  const { orderId } = first(before.returns).order;
  const { notificationId } = first(before.notifications);
  const { offerId } = first(before.offers);
  const { voucherId } = first(before.vouchers);
  const address = { ...first(before.addresses), phone: '66812345678' };
  const stranger = first(before.followers.slice(-1)).shopId;
  const left = first(before.followees).shopId;
  for (const change of [
    { change: 'sellerNote', orderId, note: 'call first' },
    { change: 'rateBuyer', orderId, stars: 4, comment: 'kind' },
    { change: 'readNotification', notificationId },
    { change: 'vacation', isOn: true },
    { change: 'frozen', isFrozen: true },
    { change: 'answerOffer', offerId, isAccepted: false },
    { change: 'claimVoucher', voucherId },
    { change: 'follow', shopId: stranger, isFollowing: true },
    { change: 'follow', shopId: left, isFollowing: false },
    { change: 'address', address },
  ] as const) {
    expect(book.apply(marketplace, shopId, change), change.change).toBe(true);
  }
  const now = book.of(marketplace, shopId);
  const order = { orderId, sellerNote: 'call first', rating: { stars: 4, comment: 'kind' } };
  expect(now.orders.find((each) => each.orderId === orderId)).toMatchObject(order);
  expect(first(now.returns).order).toMatchObject(order);
  expect(first(now.notifications).status).toBe(2);
  expect(first(now.offers).status).toBe('rejected');
  expect(first(now.addresses)).toEqual(address);
  expect([now.isOnVacation, now.isFrozen]).toEqual([true, true]);
  expect(now.followees.some((person) => person.shopId === stranger)).toBe(true);
  expect(now.followees.some((person) => person.shopId === left)).toBe(false);
  expect(world.facts).toEqual([]);
  world.close();
  expect(open().book.of(marketplace, shopId)).toEqual(now);
});

test('unknown ids are refused and change nothing', () => {
  const { world, book } = open();
  const { marketplace, shopId } = shopIn(world, 'TH');
  const before = book.of(marketplace, shopId);
  const id = '1234567890123456789';
  for (const change of [
    { change: 'sellerNote', orderId: id, note: 'x' },
    { change: 'rateBuyer', orderId: id, stars: 1, comment: '' },
    { change: 'readNotification', notificationId: id },
    { change: 'answerOffer', offerId: id, isAccepted: true },
    { change: 'claimVoucher', voucherId: id },
    { change: 'follow', shopId: id, isFollowing: true },
    { change: 'follow', shopId: id, isFollowing: false },
  ] as const) {
    expect(book.apply(marketplace, shopId, change), change.change).toBe(false);
  }
  expect(book.of(marketplace, shopId)).toBe(before);
  expect(() => book.of(marketplace, id)).toThrow(expect.objectContaining({ code: 'unknownShop' }));
  world.close();
  expect(open().world.aside.entries).toEqual([]);
});
