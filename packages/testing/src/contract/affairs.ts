/**
 * One rule for each method of `ShopCalls`. Its type makes the table complete: a new method does not compile without a
 * rule.
 */

import type { ShopMethod } from '@pasar/connector-kit';
import {
  asBuyerId,
  type BuyerId,
  orderParcelStage,
  type ParcelStage,
  VOUCHER_STATUSES,
  type Voucher,
} from '@pasar/domain';
import { expect } from 'vitest';
import { type About, type AffairOf, first, listed, readToTheEnd, told } from './affair.ts';
import { allNotifications, allReturns, allReviews, oneReturn } from './after-sales-affairs.ts';
import { closing, restarting } from './closing-affairs.ts';
import { value } from './harness.ts';
import { cancellation, changedOrders, waybills } from './order-book-affairs.ts';
import { searching } from './search-affairs.ts';
import { type Trade, type TradeOrder, UNITS } from './trade.ts';

/** A picture of one red pixel. */
export const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
);
export const PICTURE = { name: 'red.png', type: 'image/png', bytes: PNG } as const;
const VIDEO = { name: 'v.mp4', bytes: new Uint8Array(Buffer.from('no film, but bytes of one')), cover: null } as const;
const DAY_MS = 86_400_000;

/** An order of the shop, as the simulator has it and as the connector lists it. */
function orderOf({ trade, orders }: About, what: string, isMeant: (order: TradeOrder) => boolean) {
  const truth = first(trade.orders, what, isMeant);
  const row = first(orders, `listed ${what}`, ({ orderNumber }) => orderNumber === truth.orderNumber);
  return { truth, row };
}
/** How far a parcel is after each of its events: accepted, collected, sorted, with the courier of the day, received. */
const STAGES: readonly ParcelStage[] = ['onTheWay', 'onTheWay', 'onTheWay', 'outForDelivery', 'delivered'];
const sentOrder = (about: About) => orderOf(about, 'order that was sent', ({ trackingNumber }) => !!trackingNumber);
const anyOrder = (about: About) => orderOf(about, 'order', () => true);
const unratedOrder = (about: About) =>
  orderOf(about, 'finished order without a rating', ({ status, rating }) => status === 'completed' && rating === null);
const afterwards = async ({ tradeNow }: About, orderNumber: string): Promise<TradeOrder> =>
  first((await tradeNow()).orders, `order ${orderNumber}`, (order) => order.orderNumber === orderNumber);

const productOnSale = ({ trade }: About) => first(trade.products, 'product on sale', ({ isOnline }) => isOnline);
function lastVoucher({ trade }: About) {
  const voucher = trade.vouchers.at(-1);
  if (voucher === undefined) throw new Error('the simulated shop has no voucher');
  return voucher;
}
const openOffer = ({ trade }: About) => first(trade.offers, 'offer', ({ status }) => status === 'waiting');
const unreadNotification = ({ trade }: About) =>
  first(trade.notifications, 'unread notification', ({ status }) => status === 1);

async function bytesAt(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const OPEN: ReadonlySet<string> = new Set(['unpaid', 'toShip', 'shipping', 'cancelRequested', 'returning']);
const isOpen = ({ status }: TradeOrder): boolean => OPEN.has(status);
/** A buyer without an open order: the others cannot be blocked (spec 1 §8). */
function quietBuyer({ trade, conversation }: About): BuyerId {
  const busy = new Set(trade.orders.filter(isOpen).map(({ buyerId }) => buyerId));
  const quiet = trade.orders.find(({ buyerId }) => !busy.has(buyerId));
  return quiet === undefined ? conversation.buyerId : asBuyerId(quiet.buyerId);
}

const NOTE = 'wrap as a gift';
const RATING = { stars: 4, comment: 'a quick payer' } as const;
const TEXTS = ['one', 'two'] as const;
const EVERY_CREATOR = {
  contentPreferenceRange: [],
  creatorScoreRange: [],
  followerAgeGroups: [],
  followerGenders: [],
  managedByAgency: [],
} as const;
const NO_CREATOR = '7000000000000000001';

const allVouchers = listed<Voucher>({
  ask: (calls, { shop }, cursor) => calls.goods.listVouchers(shop, { status: null, cursor }),
  idOf: ({ voucherId }) => voucherId,
  isLong: false,
  rows: ({ trade }) => trade.vouchers.map(({ voucherId }) => voucherId),
});
/** The vouchers of each state are those of all that have the state. */
const everyVoucher: typeof allVouchers = {
  ...allVouchers,
  async holds(calls, about) {
    await allVouchers.holds(calls, about);
    const listOf = (status: (typeof VOUCHER_STATUSES)[number] | null) =>
      readToTheEnd((cursor) => calls.goods.listVouchers(about.shop, { status, cursor }));
    const { items: all } = await listOf(null);
    for (const status of VOUCHER_STATUSES) {
      const { items } = await listOf(status);
      expect(items.map(({ voucherId }) => voucherId)).toEqual(
        all.filter((voucher) => voucher.status === status).map(({ voucherId }) => voucherId),
      );
    }
  },
};

export const AFFAIRS: { readonly [Method in ShopMethod]: AffairOf<Method> } = {
  'goods.searchProducts': listed({
    ask: (calls, { shop }, cursor) => calls.goods.searchProducts(shop, { keyword: '', field: 'name', cursor }),
    idOf: ({ productId }) => productId,
    isLong: true,
    rows: ({ trade, subject }) =>
      trade.products.filter(({ isOnline }) => isOnline || subject.canListOffline).map(({ productId }) => productId),
  }),
  'goods.productDetail': told({
    ask: (calls, about) => calls.goods.productDetail(about.shop, productOnSale(about).productId),
    tells(product, about) {
      const { productId, title } = productOnSale(about);
      expect(product).toMatchObject({ productId, title, status: 'online' });
      expect(product.salePrice.currency).toBe(about.trade.currency);
    },
  }),
  'goods.listVouchers': everyVoucher,
  'goods.voucherDetail': told({
    // The last voucher, because in a search page by page it is not on the first page.
    ask: (calls, about) =>
      calls.goods.voucherDetail(about.shop, {
        voucherId: lastVoucher(about).voucherId,
        buyerId: about.conversation.buyerId,
      }),
    tells(voucher, about) {
      const { voucherId, voucherCode, name, percent } = lastVoucher(about);
      expect(voucher).toMatchObject({ voucherId, voucherCode, name });
      expect(voucher.discount).toMatchObject(percent === null ? { kind: 'amount' } : { kind: 'percent', percent });
    },
  }),
  'goods.listStickers': told({
    ask: (calls, { shop }) => calls.goods.listStickers(shop),
    tells: (stickers, { trade }) =>
      expect(stickers.map(({ stickerId, packageId }) => ({ stickerId, packageId }))).toEqual(trade.stickers),
  }),
  'buyers.openConversation': told({
    ask: (calls, { shop, conversation }) => calls.buyers.openConversation(shop, conversation.buyerId),
    tells: (opened, { conversation }) => expect(opened).toEqual(conversation),
  }),
  'buyers.closeConversation': closing,
  'buyers.restartConversation': restarting,
  'buyers.profile': told({
    ask: (calls, { shop, conversation }) => calls.buyers.profile(shop, conversation.buyerId),
    tells(profile, { conversation, trade, subject }) {
      expect(profile.name).not.toBeNull();
      expect(profile.name).not.toBe('');
      const own = trade.orders.filter(({ buyerId }) => buyerId === conversation.buyerId);
      const isFollower = trade.followers.some(({ userId }) => userId === conversation.buyerId);
      const figures = {
        orderCount: own.length,
        deliveredOrderCount: own.filter(({ status }) => status === 'completed').length,
      };
      const none = { orderCount: null, deliveredOrderCount: null, rating: null };
      expect(profile).toMatchObject(
        {
          shopee: { ...figures, isBlocked: false, isFollower: null },
          lazada: { ...none, isBlocked: null, isFollower },
          tiktok: { ...none, isBlocked: null, isFollower: null, language: expect.stringMatching(/^[a-z]{2}$/) },
        }[subject.marketplace],
      );
    },
  }),
  'buyers.setBlocked': {
    ask: (calls, about) => calls.buyers.setBlocked(about.shop, { buyerId: quietBuyer(about), isBlocked: true }),
    async holds(calls, about) {
      const { shop, trade } = about;
      const buyerId = quietBuyer(about);
      for (const isBlocked of [true, true, false]) {
        value(await calls.buyers.setBlocked(shop, { buyerId, isBlocked }));
        expect(value(await calls.buyers.profile(shop, buyerId)).isBlocked).toBe(isBlocked);
      }
      const busy = asBuyerId(first(trade.orders, 'open order', isOpen).buyerId);
      expect(await calls.buyers.setBlocked(shop, { buyerId: busy, isBlocked: true })).toMatchObject({
        refusal: { reason: 'buyer_has_open_orders' },
        canRetry: false,
      });
      expect(value(await calls.buyers.profile(shop, busy)).isBlocked).toBe(false);
    },
  },
  'buyers.answerOffer': told({
    ask: (calls, about) =>
      calls.buyers.answerOffer(about.conversation, {
        offerId: openOffer(about).offerId,
        messageId: '1',
        isAccepted: true,
      }),
    async tells(_done, about) {
      const { offerId } = openOffer(about);
      const { offers } = await about.tradeNow();
      expect(offers.find((offer) => offer.offerId === offerId)?.status).toBe('accepted');
    },
  }),
  'buyers.searchConversations': searching,
  'buyers.offerDetail': told({
    ask: (calls, { shop, trade }) => calls.buyers.offerDetail(shop, first(trade.offers, 'offer', () => true).offerId),
    tells: (offer, { trade }) => expect(offer).toMatchObject(first(trade.offers, 'offer', () => true)),
  }),
  'goods.quickReplies': told({
    ask: (calls, { shop }) => calls.goods.quickReplies(shop),
    tells: (groups, { trade }) => expect(groups).toEqual(trade.quickReplies),
  }),

  'orders.listOrders': listed({
    ask: (calls, { shop }, cursor) =>
      calls.orders.listOrders(shop, { status: null, buyer: null, keyword: null, cursor }),
    idOf: ({ orderNumber }) => orderNumber,
    isLong: true,
    rows: ({ trade }) => trade.orders.map(({ orderNumber }) => orderNumber),
  }),
  'orders.listChangedOrders': changedOrders,
  'orders.answerCancellation': cancellation,
  'orders.createWaybills': waybills,
  'orders.orderDetail': told({
    ask: (calls, about) => calls.orders.orderDetail(about.shop, anyOrder(about).row.orderId),
    tells(detail, about) {
      const { orderId, orderNumber, status, items } = anyOrder(about).row;
      expect(detail).toMatchObject({ orderId, orderNumber, status });
      expect(detail.items.map(({ productId }) => productId)).toEqual(items.map(({ productId }) => productId));
    },
  }),
  'orders.logistics': told({
    ask: (calls, about) => calls.orders.logistics(about.shop, [sentOrder(about).row.orderId]),
    tells(parcels, about) {
      const { truth, row } = sentOrder(about);
      expect([...parcels.keys()]).toEqual([row.orderId]);
      const [parcel] = parcels.get(row.orderId) ?? [];
      expect(parcel).toMatchObject({ carrier: truth.carrier, trackingNumber: truth.trackingNumber });
      expect(parcel?.events.map(({ text }) => text)).toEqual(truth.tracking.map(({ text }) => text).toReversed());
      expect(orderParcelStage(parcels.get(row.orderId) ?? [])?.stage).toBe(STAGES[truth.tracking.length - 1]);
    },
  }),
  'orders.writeSellerNote': told({
    ask: (calls, about) => {
      const { orderId, buyerId } = anyOrder(about).row;
      return calls.orders.writeSellerNote(about.shop, { orderId, buyerId, note: NOTE });
    },
    async tells(_done, about) {
      expect((await afterwards(about, anyOrder(about).truth.orderNumber)).sellerNote).toBe(NOTE);
    },
  }),
  'orders.rateBuyer': told({
    ask: (calls, about) => calls.orders.rateBuyer(about.shop, { orderId: unratedOrder(about).row.orderId, ...RATING }),
    async tells(_done, about) {
      expect((await afterwards(about, unratedOrder(about).truth.orderNumber)).rating).toEqual(RATING);
    },
  }),
  'orders.listReturns': allReturns,
  'orders.returnDetail': oneReturn,

  'affairs.shopInfo': told({
    ask: (calls, { shop }) => calls.affairs.shopInfo(shop),
    tells(info, { shop, trade }) {
      expect(info).toMatchObject({ platformShopId: shop, vacation: { isOn: trade.isOnVacation } });
      expect(info.name).not.toBe('');
    },
  }),
  'affairs.shopStatus': told({
    ask: (calls, { shop }) => calls.affairs.shopStatus(shop),
    tells: (status) => expect(status).toBe('normal'),
  }),
  'affairs.setVacation': told({
    ask: (calls, { shop }) => {
      const startsAt = Date.now();
      return calls.affairs.setVacation(shop, { isOn: true, startsAt, endsAt: startsAt + 3 * DAY_MS });
    },
    async tells(_done, { trade, tradeNow }) {
      expect([trade.isOnVacation, (await tradeNow()).isOnVacation]).toEqual([false, true]);
    },
  }),
  'affairs.listFollowers': listed({
    ask: (calls, { shop }, cursor) => calls.affairs.listFollowers(shop, { cursor }),
    idOf: ({ userId }) => userId,
    isLong: false,
    rows: ({ trade }) => trade.followers.map(({ userId }) => userId),
  }),
  'affairs.listReviews': allReviews,
  'affairs.dashboard': told({
    ask: (calls, { shop }) => calls.affairs.dashboard(shop, 'yesterday'),
    tells: ({ items }, { trade }) =>
      expect(items.map(({ value }) => value)).toContain(String(trade.dashboard.yesterday.visitors.value)),
  }),
  'affairs.income': told({
    ask: (calls, { shop }) => calls.affairs.income(shop),
    tells({ available }, { trade }) {
      expect(available.currency).toBe(trade.currency);
      expect(Number(available.amount)).toBeCloseTo(trade.income.available / UNITS, 5);
    },
  }),
  'affairs.listIncome': listed({
    ask: (calls, { shop }, cursor) => calls.affairs.listIncome(shop, { cursor }),
    idOf: ({ entryId }) => entryId,
    isLong: false,
    // The income of an order is asked for while the order is finished; what was paid back is not told.
    rows: ({ trade }) =>
      trade.income.entries.flatMap(({ entryId, order }) => (order.status === 'completed' ? [entryId] : [])),
  }),
  'affairs.bankAccounts': {
    ask: (calls, { shop, password }) => calls.affairs.bankAccounts(shop, password),
    async holds(calls, { shop, password }) {
      expect(value(await calls.affairs.bankAccounts(shop, password))).toEqual([
        expect.objectContaining({ accountNumber: `****${shop.slice(-4)}`, isDefault: true }),
      ]);
      expect(await calls.affairs.bankAccounts(shop, 'not the password')).toMatchObject({
        ok: false,
        refusal: { reason: 'wrong_account_or_password' },
      });
    },
  },
  'affairs.listNotifications': allNotifications,
  'affairs.readNotification': told({
    ask: (calls, about) => calls.affairs.readNotification(about.shop, unreadNotification(about).notificationId),
    async tells(_done, about) {
      const { notificationId } = unreadNotification(about);
      const { notifications } = await about.tradeNow();
      expect(notifications.find((each) => each.notificationId === notificationId)?.status).toBe(2);
    },
  }),
  'affairs.listAddresses': told({
    ask: (calls, { shop }) => calls.affairs.listAddresses(shop),
    tells: (addresses, { trade }) => expect(addresses).toEqual(trade.addresses),
  }),

  'media.uploadImage': told({
    ask: (calls, { conversation }) => calls.media.uploadImage(conversation, PICTURE),
    async tells({ url }) {
      expect(await bytesAt(url)).toEqual(PNG);
    },
  }),
  'media.uploadVideo': told({
    ask: (calls, { conversation }) => calls.media.uploadVideo(conversation, VIDEO),
    async tells({ vid, url, isReady }) {
      expect(vid).not.toBe('');
      expect(isReady).toBe(true);
      expect(await bytesAt(url)).toEqual(VIDEO.bytes);
    },
  }),
  'media.mediaUrl': told({
    ask: (calls, { shop, pictureUrl }) => calls.media.mediaUrl(shop, pictureUrl),
    async tells(url, { pictureUrl, subject }) {
      if (subject.isMediaOpen) expect(url).toBe(pictureUrl);
      expect(await bytesAt(url)).toEqual(PNG);
    },
  }),
  'media.translate': told({
    ask: (calls, { conversation }) => calls.media.translate(conversation, { texts: TEXTS, source: null, target: 'en' }),
    tells: (texts) => expect(texts).toEqual(TEXTS.map((text) => `[en] ${text}`)),
  }),

  'creators.recommend': listed({
    ask: (calls, { shop }, cursor) => calls.creators.recommend(shop, { ...EVERY_CREATOR, cursor }),
    idOf: ({ creatorId }) => creatorId,
    isLong: true,
    rows: ({ trade }) => trade.creators.map(({ creatorId }) => creatorId),
  }),
  'creators.invite': told({
    ask: (calls, { shop, trade }) => {
      const [creator] = trade.creators;
      const products = trade.products.slice(0, 1).map(({ productId }) => ({ productId, commissionRate: 1_500 }));
      const creatorIds = [creator?.creatorId ?? '1', NO_CREATOR];
      return calls.creators.invite(shop, {
        name: 'Sale',
        message: 'Hello',
        creatorIds,
        products,
        endsAt: Date.now() + DAY_MS,
      });
    },
    async tells({ failedCreatorIds }, { trade, tradeNow }) {
      expect(failedCreatorIds).toEqual([NO_CREATOR]);
      const isFirstInvited = ({ creators: [creator] }: Trade) => creator?.isInvited;
      expect([isFirstInvited(trade), isFirstInvited(await tradeNow())]).toEqual([false, true]);
    },
  }),
};
