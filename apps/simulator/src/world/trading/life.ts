/**
 * What happens to a shop's orders when nobody intervenes: buyers order, pay, ask for cancellations and returns, the
 * warehouse ships, parcels move, buyers rate what they received, and the marketplace decides when a deadline is over and
 * tells the seller what he should know. It follows from the seed and the trade alone, so that the same journal gives the
 * same orders, ratings and notifications. All delays and shares are our choice.
 */
import type { OrderStep, ShopTrade, TradeOrder } from '../trade.ts';
import { nextNotice, tellNotice } from './notices.ts';
import { returnOf, takeStep } from './order-steps.ts';
import { ANSWER_HOURS, newOrderOf } from './orders.ts';
import { HOUR_MS, type TradePlan } from './plan.ts';
import { rate, ratingTimeOf } from './reviews.ts';

interface Next {
  readonly at: number;
  readonly orderId: string;
  /** `rate`: the buyer rates the order, which stays as it is. */
  readonly step: OrderStep | 'rate';
}
/** Steps of a parcel before it is delivered. */
const MOVES_BEFORE_DELIVERY = 4;
const FAILED_SHARE = 0.02;
const DAILY_ORDERS = { fewest: 3, most: 14 };

/** The trade at `until`. */
export function live(trade: ShopTrade, plan: TradePlan, until: number): ShopTrade {
  let now = trade;
  let arrival = nextArrival(now, plan);
  let notice = nextNotice(now, plan);
  const coming = comingSteps(now, plan);
  for (;;) {
    const step = firstOf(coming.values());
    const changeAt = Math.min(step?.at ?? Infinity, arrival);
    if (Math.min(changeAt, notice.at) > until) break;
    if (notice.at < changeAt) {
      now = tellNotice(now, plan, notice);
      notice = nextNotice(now, plan);
      continue;
    }
    const isStep = step !== null && step.at <= arrival;
    const after = isStep ? happen(now, plan, step) : arrive(now, plan, arrival);
    // Every step that is drawn below is possible; without this, an impossible one would be drawn for ever.
    if (after === null) throw new Error('something was to happen to an order that does not allow it');
    now = after;
    if (!isStep) arrival = nextArrival(now, plan);
    const changed = isStep ? now.orders.find(({ orderId }) => orderId === step.orderId) : now.orders[0];
    const next = changed === undefined ? null : nextOf(now, plan, changed);
    if (next !== null) coming.set(next.orderId, next);
    else if (isStep) coming.delete(step.orderId);
  }
  return { ...now, clock: Math.max(now.clock, until) };
}

/** The trade after what comes next to an order; null where the order does not allow it. */
const happen = (trade: ShopTrade, plan: TradePlan, { at, orderId, step }: Next): ShopTrade | null =>
  step === 'rate' ? rate(trade, plan, orderId, at) : takeStep(trade, plan, { at, orderId, step });

/** When something happens next in the shop by itself; Infinity when nothing does. */
export const nextMomentOf = (trade: ShopTrade, plan: TradePlan): number =>
  Math.min(
    firstOf(comingSteps(trade, plan).values())?.at ?? Infinity,
    nextArrival(trade, plan),
    nextNotice(trade, plan).at,
  );

/** What comes next to every order that has something coming. */
function comingSteps(trade: ShopTrade, plan: TradePlan): Map<string, Next> {
  const steps = trade.orders.flatMap((order) => nextOf(trade, plan, order) ?? []);
  return new Map(steps.map((step) => [step.orderId, step]));
}

function firstOf(steps: Iterable<Next>): Next | null {
  let first: Next | null = null;
  for (const step of steps) if (first === null || step.at < first.at) first = step;
  return first;
}

/** An order whose status the marketplace cannot name stands still until somebody moves it. */
function nextOf(trade: ShopTrade, plan: TradePlan, order: TradeOrder): Next | null {
  if (order.toldStatus !== null) return null;
  const step = nextStepOf(trade, plan, order);
  const ratedAt = ratingTimeOf(trade, plan, order);
  if (ratedAt === null || (step !== null && step.at <= ratedAt)) return step;
  return { at: ratedAt, orderId: order.orderId, step: 'rate' };
}

/** Drawn once for each state of an order: an order that changes is another object. */
const drawn = new WeakMap<TradeOrder, Next | null>();

function nextStepOf(trade: ShopTrade, plan: TradePlan, order: TradeOrder): Next | null {
  const known = drawn.get(order);
  if (known !== undefined) return known;
  const draw = drawNext(trade, plan, order);
  // What the seed has left behind begins to live when the world does.
  const from = Math.max(order.updatedAt, plan.seededAt);
  const next = draw && { at: from + Math.round(draw.hours * HOUR_MS), orderId: order.orderId, step: draw.step };
  drawn.set(order, next);
  return next;
}

interface Draw {
  readonly step: OrderStep;
  readonly hours: number;
}

function drawNext(trade: ShopTrade, plan: TradePlan, order: TradeOrder): Draw | null {
  const random = plan.random(`life/${order.orderId}/${order.status}/${order.updatedAt}`);
  const hours = (fewest: number, most: number): number => fewest + random.next() * (most - fewest);
  switch (order.status) {
    case 'unpaid':
      return random.chance(0.85) ? { step: 'pay', hours: hours(0.05, 12) } : { step: 'expire', hours: 24 };
    case 'toShip':
      return random.chance(0.08) ? { step: 'askCancel', hours: hours(0.5, 6) } : { step: 'ship', hours: hours(4, 40) };
    case 'cancelRequested':
      return { step: 'acceptCancel', hours: 48 };
    case 'shipping':
      return { step: parcelStepOf(plan, order), hours: hours(5, 30) };
    case 'completed':
      return random.chance(0.05) && returnOf(trade, order.orderId) === null
        ? { step: 'askReturn', hours: hours(4, 72) }
        : null;
    case 'returning': {
      const status = returnOf(trade, order.orderId)?.status;
      if (status === 1 || status === 4) return { step: 'acceptReturn', hours: ANSWER_HOURS };
      return status === 2 || status === 7 ? { step: 'finishReturn', hours: hours(30, 120) } : null;
    }
    case 'cancelled':
    case 'returned':
      return null;
  }
}

/** A separate generator, so that failed deliveries leave the other orders as they are. */
function parcelStepOf(plan: TradePlan, { orderId, tracking }: TradeOrder): OrderStep {
  if (tracking.length < MOVES_BEFORE_DELIVERY) return 'move';
  return plan.random(`delivery/${orderId}`).chance(FAILED_SHARE) ? 'failDelivery' : 'deliver';
}

/** When the next buyer orders; Infinity in a shop without buyers. */
function nextArrival({ orders }: ShopTrade, plan: TradePlan): number {
  if (plan.buyers.length === 0) return Infinity;
  const daily = plan.random('daily orders').integer(DAILY_ORDERS.fewest, DAILY_ORDERS.most);
  const random = plan.random(`arrival/${orders.length}`);
  const last = Math.max(plan.seededAt, orders[0]?.createdAt ?? 0);
  return last + Math.ceil((-Math.log(1 - random.next()) * 24 * HOUR_MS) / daily);
}

function arrive(trade: ShopTrade, plan: TradePlan, at: number): ShopTrade {
  const buyer = plan.random(`buyer/${trade.orders.length}`).pick(plan.buyers);
  return { ...trade, orders: [newOrderOf(plan, trade, buyer, at, null), ...trade.orders] };
}
