/** The rules of what a shop's after-sales lists tell: returns, the buyers' reviews, and the marketplace's notifications. */
import type { ReturnCase, Review, ShopNotification } from '@pasar/domain';
import { RETURN_STATUSES, URGENT_NOTIFICATION_KINDS } from '@pasar/domain';
import { expect } from 'vitest';
import { type About, first, type ListAffair, type Listed, listed, readToTheEnd, told } from './affair.ts';
import { type Trade, UNITS } from './trade.ts';

/** Some marketplaces tell seconds. */
const secondOf = (at: number | null): number | null => (at === null ? null : Math.floor(at / 1_000));

/** A list with every row, the newest first, each with the facts that the simulator knows of it. */
function newestFirst<Item, Truth>(
  list: Listed<Item>,
  {
    at,
    truths,
    truthId,
    factsOf,
    truthOf,
  }: {
    readonly at: (item: Item) => number | null;
    readonly truths: (about: About) => readonly Truth[];
    readonly truthId: (truth: Truth) => string;
    readonly factsOf: (item: Item, about: About) => unknown;
    readonly truthOf: (truth: Truth, about: About) => unknown;
  },
): ListAffair<Item> {
  const every = listed(list);
  return {
    ...every,
    async holds(calls, about) {
      await every.holds(calls, about);
      const { items } = await readToTheEnd((cursor) => list.ask(calls, about, cursor));
      const times = items.map((item) => at(item) ?? 0);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      const known = new Map(truths(about).map((truth) => [truthId(truth), truth]));
      for (const item of items) {
        const truth = known.get(list.idOf(item));
        expect(factsOf(item, about)).toEqual(truth === undefined ? null : truthOf(truth, about));
      }
    },
  };
}

type TradeReturn = Trade['returns'][number];
const OPEN: readonly unknown[] = ['apply', 'wait_response'];
const returnFacts = (one: ReturnCase) => ({
  returnSn: one.returnSn,
  orderNumber: one.orderNumber,
  buyerName: one.buyerName,
  status: one.status,
  wireReason: one.wireReason,
  buyerText: one.buyerText,
  pictures: one.pictureUrls.length,
  refund: Math.round(Number(one.refund.amount) * UNITS),
  currency: one.refund.currency,
  areGoodsReturned: one.areGoodsReturned,
  trackingNumber: one.trackingNumber,
  changedAt: secondOf(one.changedAt),
  respondBy: secondOf(one.respondBy),
  hasItems: one.items.length > 0,
});
const returnTruth = (one: TradeReturn, { trade }: About) => {
  const status = RETURN_STATUSES[one.status - 1];
  return {
    returnSn: one.returnSn,
    orderNumber: one.order.orderNumber,
    buyerName: one.order.buyerName,
    status,
    wireReason: String(one.reason),
    buyerText: one.text,
    pictures: one.pictures.length,
    refund: one.refund,
    currency: trade.currency,
    areGoodsReturned: one.needsGoods,
    trackingNumber: one.trackingNumber,
    changedAt: secondOf(one.updatedAt),
    respondBy: OPEN.includes(status) ? secondOf(one.respondBy) : null,
    hasItems: true,
  };
};

export const allReturns = newestFirst<ReturnCase, TradeReturn>(
  {
    ask: (calls, { shop }, cursor) => calls.orders.listReturns(shop, { cursor }),
    idOf: ({ returnSn }) => returnSn,
    isLong: false,
    rows: ({ trade }) => trade.returns.map(({ returnSn }) => returnSn),
  },
  {
    at: ({ createdAt }) => createdAt,
    truths: ({ trade }) => trade.returns,
    truthId: ({ returnSn }) => returnSn,
    factsOf: returnFacts,
    truthOf: returnTruth,
  },
);

/** A return whose goods are on their way back, so that it has a parcel. */
const goingBack = ({ trade }: About) =>
  first(trade.returns, 'return on its way back', ({ tracking }) => tracking.length > 0);
export const oneReturn = told({
  ask: (calls, about) => calls.orders.returnDetail(about.shop, goingBack(about).returnId),
  tells({ events, ...one }, about) {
    const truth = goingBack(about);
    expect(returnFacts(one)).toEqual(returnTruth(truth, about));
    expect(events.map(({ text }) => text)).toEqual(truth.tracking.map(({ text }) => text).toReversed());
  },
});

type TradeRating = Trade['ratings'][number];
export const allReviews = newestFirst<Review, TradeRating>(
  {
    ask: (calls, { shop }, cursor) => calls.affairs.listReviews(shop, { cursor }),
    idOf: ({ reviewId }) => reviewId,
    isLong: false,
    rows: ({ trade }) => trade.ratings.map(({ ratingId }) => ratingId),
  },
  {
    at: ({ createdAt }) => createdAt,
    truths: ({ trade }) => trade.ratings,
    truthId: ({ ratingId }) => ratingId,
    factsOf: ({ reviewId: _id, pictureUrls, createdAt, ...facts }) => ({
      ...facts,
      pictures: pictureUrls.length,
      at: secondOf(createdAt),
    }),
    truthOf: ({ ratingId: _id, pictures, at, ...facts }) => ({
      ...facts,
      pictures: pictures.length,
      at: secondOf(at),
    }),
  },
);

type TradeNotification = Trade['notifications'][number];
const everyNotification = newestFirst<ShopNotification, TradeNotification>(
  {
    ask: (calls, { shop }, cursor) => calls.affairs.listNotifications(shop, { cursor }),
    idOf: ({ notificationId }) => notificationId,
    isLong: false,
    rows: ({ trade }) => trade.notifications.map(({ notificationId }) => notificationId),
  },
  {
    at: ({ at }) => at,
    truths: ({ trade }) => trade.notifications,
    truthId: ({ notificationId }) => notificationId,
    factsOf: ({ wireKind, title, text, isRead, at }) => ({ wireKind, title, text, isRead, at: secondOf(at) }),
    truthOf: ({ group, title, text, status, at }) => ({
      wireKind: group,
      title,
      text,
      isRead: status === 2,
      at: secondOf(at),
    }),
  },
);
/** Every kind that the simulator has is known, those that matter most too. */
export const allNotifications: typeof everyNotification = {
  ...everyNotification,
  async holds(calls, about) {
    await everyNotification.holds(calls, about);
    const { items } = await readToTheEnd((cursor) => calls.affairs.listNotifications(about.shop, { cursor }));
    const kinds = items.map(({ kind }) => kind);
    expect(kinds).not.toContain('unknown');
    expect(kinds).toEqual(expect.arrayContaining([...URGENT_NOTIFICATION_KINDS]));
  },
};
