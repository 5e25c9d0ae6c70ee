/** The shop's notifications, ratings, sales figures and addresses. */

import { orderNumberOf } from '../kinds.ts';
import { placeOf } from '../phrases/places.ts';
import type { ShopTrade, TradeAddress, TradeNotification, TradeOrder, TradeProduct, TradeRating } from '../trade.ts';
import type { Buyer } from '../types.ts';
import { DAY_MS, drawPrice, HOUR_MS, phoneOf, type TradePlan, times } from './plan.ts';
import { NOTICE_GROUPS } from './words/types.ts';

const NOTIFICATIONS = 60;
const RATINGS = 50;

/** Newest first; the newest dozen are unread. */
export function notificationsOf(
  plan: TradePlan,
  orders: readonly TradeOrder[],
  products: readonly TradeProduct[],
): TradeNotification[] {
  const random = plan.random('notifications');
  let at = plan.seededAt - HOUR_MS;
  return times(NOTIFICATIONS, (index) => {
    const group = random.pick(NOTICE_GROUPS);
    const [title, text] = random.pick(plan.words.notices[group]);
    const order = orders.length === 0 ? '' : random.pick(orders).orderNumber;
    at -= random.integer(1, 16) * HOUR_MS;
    return {
      notificationId: plan.id(`notification/${index}`),
      group,
      title,
      text: text.replace('{order}', order).replace('{product}', random.pick(products).title),
      at,
      status: index < 12 ? 1 : 2,
    };
  });
}

/** Ratings of the completed orders, then of older orders that no list contains. Newest first. */
export function ratingsOf(
  plan: TradePlan,
  orders: readonly TradeOrder[],
  products: readonly TradeProduct[],
): TradeRating[] {
  const random = plan.random('ratings');
  const { words, shop } = plan;
  const completed = orders.filter(({ status }) => status === 'completed');
  return times(plan.buyers.length === 0 ? 0 : RATINGS, (index) => {
    const order = completed[index];
    const stars = random.chance(0.8) ? random.integer(4, 5) : random.integer(1, 3);
    const { buyerId, buyerName } = order ?? buyerOf(random.pick(plan.buyers));
    const product = order?.items[0]?.product ?? random.pick(products);
    return {
      ratingId: plan.id(`rating/${index}`),
      buyerId,
      buyerName,
      orderNumber: order?.orderNumber ?? orderNumberOf(shop.marketplace, plan.id(`old-order/${index}`)),
      productId: product.productId,
      productName: product.title,
      pictures: plan.random(`rating pictures/${index}`).chance(0.3) ? [product.imagePath] : [],
      stars,
      comment: random.pick(stars > 3 ? words.praise : words.complaints),
      reply: random.chance(0.4) ? words.ratingReply : null,
      at:
        order === undefined
          ? plan.seededAt - random.integer(30, 200) * DAY_MS
          : Math.min(plan.seededAt - HOUR_MS, order.createdAt + 7 * DAY_MS),
    };
  }).sort((one, other) => other.at - one.at);
}
const buyerOf = ({ buyerId, name }: Buyer) => ({ buyerId, buyerName: name });

const PERIOD_DAYS = { real_time: 0.4, yesterday: 1, past7days: 7, past30days: 30 } as const;

export function dashboardOf(plan: TradePlan): ShopTrade['dashboard'] {
  const random = plan.random('dashboard');
  const daily = random.integer(80, 900);
  const one = (days: number) => {
    const draw = () => {
      const visitors = Math.round(daily * days * (0.8 + random.next() * 0.4));
      const orders = Math.round(visitors * (0.02 + random.next() * 0.03));
      return { visitors, orders, sales: orders * drawPrice(plan, random) };
    };
    const [now, before] = [draw(), draw()];
    const rate = ({ visitors, orders }: typeof now): number =>
      visitors === 0 ? 0 : Math.round((orders / visitors) * 10_000) / 10_000;
    return {
      visitors: { value: now.visitors, previous: before.visitors },
      orders: { value: now.orders, previous: before.orders },
      sales: { value: now.sales, previous: before.sales },
      conversionRate: { value: rate(now), previous: rate(before) },
    };
  };
  return {
    real_time: one(PERIOD_DAYS.real_time),
    yesterday: one(PERIOD_DAYS.yesterday),
    past7days: one(PERIOD_DAYS.past7days),
    past30days: one(PERIOD_DAYS.past30days),
  };
}

/** The addresses for shipping and for returns. */
export function addressesOf(plan: TradePlan): TradeAddress[] {
  const random = plan.random('addresses');
  const { cities } = placeOf(plan.shop.country);
  return times(2, (index) => {
    const town = cities[index % cities.length] ?? '';
    const house = `${random.integer(1, 180)}/${random.integer(1, 30)}`;
    return {
      addressId: plan.id(`address/${index}`),
      receiver: plan.shop.name,
      phone: phoneOf(plan, random),
      district: random.pick(cities),
      town,
      fullAddress: `${house}, ${town} ${random.integer(10_000, 99_999)}`,
    };
  });
}
