/**
 * The ratings that arise while time passes: some buyers rate an order some days after its delivery. An order is drawn
 * once, by its id, so that an order whose return was refused has no second chance. All shares and delays are our
 * choice.
 */
import type { ShopTrade, TradeOrder, TradeRating } from '../trade.ts';
import { DAY_MS, type TradePlan } from './plan.ts';

const RATED_SHARE = 0.4;
const DAYS_UNTIL_RATED = { fewest: 1, most: 7 };

/** Drawn once for each state of an order: an order that changes is another object. */
const drawn = new WeakMap<TradeOrder, number | null>();

/** When the order is rated; null when it is not completed, was rated already, or never will be. */
export function ratingTimeOf(
  { ratings }: Pick<ShopTrade, 'ratings'>,
  plan: TradePlan,
  order: TradeOrder,
): number | null {
  const known = drawn.get(order);
  const time = known === undefined ? drawTime(plan, order) : known;
  if (known === undefined) drawn.set(order, time);
  const isRated = time !== null && ratings.some(({ orderNumber }) => orderNumber === order.orderNumber);
  return isRated ? null : time;
}

function drawTime(plan: TradePlan, order: TradeOrder): number | null {
  if (order.status !== 'completed') return null;
  const random = plan.random(`time of rating/${order.orderId}`);
  if (!random.chance(RATED_SHARE)) return null;
  const { fewest, most } = DAYS_UNTIL_RATED;
  const days = fewest + random.next() * (most - fewest);
  // What the seed has left behind begins to live when the world does.
  return Math.max(order.updatedAt, plan.seededAt) + Math.round(days * DAY_MS);
}

/** The trade with the order rated at `at`; null where there is no such order, or where it is not to be rated. */
export function rate(trade: ShopTrade, plan: TradePlan, orderId: string, at: number): ShopTrade | null {
  const order = trade.orders.find((each) => each.orderId === orderId);
  if (order === undefined || ratingTimeOf(trade, plan, order) === null) return null;
  return { ...trade, clock: Math.max(trade.clock, at), ratings: [newRatingOf(plan, order, at), ...trade.ratings] };
}

/** A buyer rates one product of the order; the seller has not answered yet. */
function newRatingOf(plan: TradePlan, order: TradeOrder, at: number): TradeRating {
  const random = plan.random(`rating/${order.orderId}`);
  const stars = random.chance(0.8) ? random.integer(4, 5) : random.integer(1, 3);
  const { product } = random.pick(order.items);
  return {
    ratingId: plan.id(`rating/${order.orderId}`),
    buyerId: order.buyerId,
    buyerName: order.buyerName,
    orderNumber: order.orderNumber,
    productId: product.productId,
    productName: product.title,
    pictures: random.chance(0.3) ? [product.imagePath] : [],
    stars,
    comment: random.pick(stars > 3 ? plan.words.praise : plan.words.complaints),
    reply: null,
    at,
  };
}
