/** What may happen to an order in which status, and what it changes in the shop's trade. */
import type { OrderStep, ShopTrade, TradeOrder, TradeReturn } from '../trade.ts';
import { noticesAfter } from './notices.ts';
import { newReturnOf, parcelBackOf, RETURN_GOODS, shareOf, trackingNumberOf } from './orders.ts';
import type { TradePlan } from './plan.ts';

type Status = TradeOrder['status'];

const STEPS: Readonly<Record<OrderStep, { readonly from: Status; readonly to: Status }>> = {
  pay: { from: 'unpaid', to: 'toShip' },
  expire: { from: 'unpaid', to: 'cancelled' },
  ship: { from: 'toShip', to: 'shipping' },
  move: { from: 'shipping', to: 'shipping' },
  deliver: { from: 'shipping', to: 'completed' },
  failDelivery: { from: 'shipping', to: 'cancelled' },
  askCancel: { from: 'toShip', to: 'cancelRequested' },
  acceptCancel: { from: 'cancelRequested', to: 'cancelled' },
  rejectCancel: { from: 'cancelRequested', to: 'toShip' },
  askReturn: { from: 'completed', to: 'returning' },
  acceptReturn: { from: 'returning', to: 'returning' },
  refuseReturn: { from: 'returning', to: 'completed' },
  finishReturn: { from: 'returning', to: 'returned' },
};
/** The refund statuses of spec 1 §3 in which a step of a return is possible, and the status after it. */
const RETURN_STEPS: Partial<Record<OrderStep, { readonly from: readonly number[]; readonly to: number }>> = {
  acceptReturn: { from: [1, 4], to: RETURN_GOODS },
  refuseReturn: { from: [1, 4], to: 3 },
  finishReturn: { from: [2, 7], to: 5 },
};
/** The status of a return whose money is being paid back (spec 1 §3). */
const REFUNDING = 2;
/** "System unpaid" of spec 1 §3: the marketplace ends an order that nobody has paid. */
const UNPAID = 100;
/** "Delivery failed" of spec 1 §3: the parcel goes back. */
const NOT_DELIVERED = 202;

/** The open return of an order. */
export const returnOf = (trade: Pick<ShopTrade, 'returns'>, orderId: string): TradeReturn | null =>
  trade.returns.find(({ order }) => order.orderId === orderId) ?? null;

/** The trade after the step; null where there is no such order, or where its status does not allow the step. */
export function takeStep(
  trade: ShopTrade,
  plan: TradePlan,
  { orderId, step, at }: { readonly orderId: string; readonly step: OrderStep; readonly at: number },
): ShopTrade | null {
  const before = trade.orders.find((order) => order.orderId === orderId);
  const { from, to } = STEPS[step];
  if (before === undefined || before.status !== from) return null;
  const returned = returnOf(trade, orderId);
  const rule = RETURN_STEPS[step];
  if (rule !== undefined && (returned === null || !rule.from.includes(returned.status))) return null;
  const order: TradeOrder = {
    ...before,
    ...changeOf(plan, before, step, at),
    status: to,
    toldStatus: null,
    updatedAt: at,
  };
  const renew = (each: TradeOrder): TradeOrder => (each.orderId === orderId ? order : each);
  const orders = trade.orders.map(renew);
  const returns = trade.returns.map((each) => {
    const isMeant = each.order.orderId === orderId;
    if (!isMeant) return each;
    return rule === undefined ? { ...each, order } : { ...each, order, ...stepped(plan, each, step, rule.to, at) };
  });
  return {
    ...trade,
    clock: Math.max(trade.clock, at),
    orders,
    returns: step === 'askReturn' ? [newReturnOf(plan, order, at), ...returns] : returns,
    income: incomeAfter(trade, plan, order, orders, step, at),
    notifications: noticesAfter(trade, plan, order, step, at),
  };
}

/** An accepted return without goods is paid back at once; goods that come back have a parcel. */
function stepped(
  plan: TradePlan,
  returned: TradeReturn,
  step: OrderStep,
  to: number,
  at: number,
): Partial<TradeReturn> {
  if (step !== 'acceptReturn') {
    const arrived = step === 'finishReturn' && returned.trackingNumber !== null;
    const tracking = arrived
      ? [...returned.tracking, { at, text: plan.words.tracking.at(-1) ?? '' }]
      : returned.tracking;
    return { status: to, updatedAt: at, tracking };
  }
  if (!returned.needsGoods) return { status: REFUNDING, updatedAt: at };
  return { status: to, updatedAt: at, ...parcelBackOf(plan, returned.returnId, at) };
}

function changeOf(plan: TradePlan, order: TradeOrder, step: OrderStep, at: number): Partial<TradeOrder> {
  const moved = (): TradeOrder['tracking'] => {
    const text = plan.words.tracking[order.tracking.length];
    return text === undefined ? order.tracking : [...order.tracking, { at, text }];
  };
  switch (step) {
    case 'expire':
      return { cancelReason: UNPAID };
    case 'pay':
    case 'move':
    case 'deliver':
      return { tracking: moved() };
    case 'failDelivery': {
      const [[text] = ['']] = plan.words.notices.failed_delivery;
      return { cancelReason: NOT_DELIVERED, tracking: [...order.tracking, { at, text }] };
    }
    case 'ship':
      return { tracking: moved(), trackingNumber: trackingNumberOf(plan, order.orderId) };
    default:
      return {};
  }
}

/** A delivered order is paid out at once here, and a returned order is taken back. */
function incomeAfter(
  { income }: ShopTrade,
  plan: TradePlan,
  order: TradeOrder,
  orders: readonly TradeOrder[],
  step: OrderStep,
  at: number,
): ShopTrade['income'] {
  const isComing = ({ status }: TradeOrder) => status === 'toShip' || status === 'shipping';
  const pending = orders.filter(isComing).reduce((sum, each) => sum + shareOf(each), 0);
  const entries = income.entries.map((entry) => (entry.order.orderId === order.orderId ? { ...entry, order } : entry));
  const sign = step === 'deliver' ? 1 : step === 'finishReturn' ? -1 : 0;
  if (sign === 0) return { ...income, pending, entries };
  const entry = { entryId: plan.id(`income/${order.orderId}/${step}`), order, amount: sign * shareOf(order), at };
  return { available: income.available + entry.amount, pending, entries: [entry, ...entries] };
}
