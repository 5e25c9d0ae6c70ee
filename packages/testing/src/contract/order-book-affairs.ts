/** The rules of what the order book asks: the orders by their last change, and the answer to a buyer who cancels. */
import type { ShopCalls } from '@pasar/connector-kit';
import type { OrderRecord, OrderStatus, WaybillJobs } from '@pasar/domain';
import { expect } from 'vitest';
import { type About, type Affair, first, type ListAffair, listed, type OrderStep, readToTheEnd } from './affair.ts';
import { value } from './harness.ts';
import type { Trade, TradeOrder } from './trade.ts';

/** The app's status for each status of the simulator. */
const STATUS: Readonly<Record<string, OrderStatus>> = {
  unpaid: 'unpaid',
  toShip: 'wait_seller_send',
  shipping: 'wait_receiver_confirm',
  completed: 'finished',
  cancelRequested: 'in_cancel',
  cancelled: 'cancelled',
  returning: 'refund',
  returned: 'refund',
};

/** Some marketplaces tell seconds. */
const secondOf = (at: number): number => Math.floor(at / 1_000);
/** The facts of an order that the simulator knows in the same words. */
const factsOf = ({ orderNumber, status, changedAt, carrier, trackingNumber, cancelReason }: OrderRecord) => ({
  orderNumber,
  status,
  changedAt: secondOf(changedAt),
  carrier,
  trackingNumber,
  hasReason: cancelReason !== null,
});
const truthOf = ({ orderNumber, status, updatedAt, carrier, trackingNumber, cancelReason }: TradeOrder) => ({
  orderNumber,
  status: STATUS[status],
  changedAt: secondOf(updatedAt),
  carrier: trackingNumber === null ? null : carrier,
  trackingNumber,
  hasReason: cancelReason !== null,
});
const numbersOf = (orders: readonly { readonly orderNumber: string }[]): readonly string[] =>
  orders.map(({ orderNumber }) => orderNumber).toSorted();
const inStatus = ({ orders }: Trade, status: string): TradeOrder =>
  first(orders, `order that is ${status}`, (order) => order.status === status);

const everyOrder = listed<OrderRecord>({
  ask: (calls, { shop }, cursor) => calls.orders.listChangedOrders(shop, { cursor }),
  idOf: ({ orderNumber }) => orderNumber,
  isLong: true,
  rows: ({ trade }) => trade.orders.map(({ orderNumber }) => orderNumber),
});

async function pagesOf(calls: ShopCalls, { shop }: About, betweenPages: () => Promise<void> = async () => undefined) {
  const { items } = await readToTheEnd(async (cursor) => {
    if (cursor !== null) await betweenPages();
    return calls.orders.listChangedOrders(shop, { cursor });
  });
  return items;
}

/** Orders of every status, the last changed first, with what the simulator knows of them. */
export const changedOrders: ListAffair<OrderRecord> = {
  ...everyOrder,
  async holds(calls, about) {
    await everyOrder.holds(calls, about);
    const before = await about.tradeNow();
    const records = await pagesOf(calls, about);
    const changes = records.map(({ changedAt }) => changedAt);
    expect(changes).toEqual(changes.toSorted((one, other) => other - one));
    const byNumber = (one: { orderNumber: string }, other: { orderNumber: string }) =>
      one.orderNumber < other.orderNumber ? -1 : 1;
    expect(records.map(factsOf).toSorted(byNumber)).toEqual(before.orders.map(truthOf).toSorted(byNumber));

    // An order that changes while the pages are read goes before the first page; the pages lose no other.
    const sent = inStatus(before, 'toShip');
    let isSent = false;
    const found = await pagesOf(calls, about, async () => {
      if (!isSent) await about.step(sent.orderId, 'ship');
      isSent = true;
    });
    const others = before.orders.filter(({ orderId }) => orderId !== sent.orderId);
    expect(numbersOf(found)).toEqual(expect.arrayContaining([...numbersOf(others)]));

    const ended = inStatus(before, 'unpaid');
    await about.step(ended.orderId, 'expire');
    const after = await about.tradeNow();
    const [last, next] = value(await calls.orders.listChangedOrders(about.shop, { cursor: null })).items.map(factsOf);
    const now = (orderId: string) => truthOf(first(after.orders, 'such order', (order) => order.orderId === orderId));
    expect([last, next]).toEqual([now(ended.orderId), now(sent.orderId)]);
    expect([last?.hasReason, next?.status]).toEqual([true, 'wait_receiver_confirm']);
    await everyStepIsTold(calls, about);
    await strangeStatusIsTold(calls, about);
  },
};

/** Lives of orders by the status in which each begins. */
const LIVES: readonly (readonly [begins: string, steps: readonly OrderStep[]])[] = [
  ['unpaid', ['pay', 'askCancel', 'rejectCancel', 'ship', 'move', 'move', 'deliver']],
  ['toShip', ['askCancel', 'acceptCancel']],
  ['shipping', ['failDelivery']],
  ['completed', ['askReturn', 'acceptReturn', 'finishReturn']],
  ['completed', ['askReturn', 'refuseReturn']],
];

const lastChanged = async (calls: ShopCalls, { shop }: About): Promise<OrderRecord> =>
  first(value(await calls.orders.listChangedOrders(shop, { cursor: null })).items, 'order', () => true);

/** Whatever happens to an order, the list begins with it, with what it has become and when. */
async function everyStepIsTold(calls: ShopCalls, about: About): Promise<void> {
  for (const [begins, steps] of LIVES) {
    const { orders, returns } = await about.tradeNow();
    const { orderId } = first(
      orders,
      `order that is ${begins}`,
      (one) => one.status === begins && returns.every(({ order }) => order.orderId !== one.orderId),
    );
    for (const step of steps) {
      await about.step(orderId, step);
      const truth = first((await about.tradeNow()).orders, 'such order', (order) => order.orderId === orderId);
      const told = await lastChanged(calls, about);
      expect([step, factsOf(told)]).toEqual([step, truthOf(truth)]);
    }
  }
}

/** No marketplace has a status of this number, or of this word. */
const STRANGE = '987';

/** An order whose status nobody knows is read with all its facts, until the marketplace tells a known one again. */
async function strangeStatusIsTold(calls: ShopCalls, about: About): Promise<void> {
  const { orderId } = inStatus(await about.tradeNow(), 'toShip');
  const before = first((await about.tradeNow()).orders, 'such order', (order) => order.orderId === orderId);
  await about.tellStatus(orderId, STRANGE);
  const strange = await lastChanged(calls, about);
  expect(strange).toMatchObject({ orderNumber: before.orderNumber, status: 'unknown', wireStatus: STRANGE });
  expect(strange.changedAt).toBeGreaterThan(before.updatedAt);
  await about.step(orderId, 'ship');
  expect(await lastChanged(calls, about)).toMatchObject({
    orderNumber: before.orderNumber,
    status: 'wait_receiver_confirm',
  });
}

/** Accepted, the order is cancelled; refused, it goes on. A wish is answered once. */
export const cancellation: Affair<null> = {
  ask: (calls, { shop, orders }) => {
    const { orderId } = first(orders, 'order', () => true);
    return calls.orders.answerCancellation(shop, { orderId, isAccepted: true });
  },
  async holds(calls, about) {
    const { shop, orders } = about;
    for (const [isAccepted, status] of [
      [true, 'cancelled'],
      [false, 'toShip'],
    ] as const) {
      const truth = inStatus(await about.tradeNow(), 'toShip');
      const { orderId } = first(orders, 'listed order', ({ orderNumber }) => orderNumber === truth.orderNumber);
      await about.step(truth.orderId, 'askCancel');
      value(await calls.orders.answerCancellation(shop, { orderId, isAccepted }));
      const after = first((await about.tradeNow()).orders, 'such order', (order) => order.orderId === truth.orderId);
      expect(after.status).toBe(status);
      expect(await calls.orders.answerCancellation(shop, { orderId, isAccepted })).toMatchObject({
        ok: false,
        refusal: { reason: 'cancellation_over' },
        canRetry: false,
      });
    }
  },
};

/** Orders without a parcel are left out, in one request with those that have one. */
export const waybills: Affair<WaybillJobs> = {
  ask: (calls, { shop, orders }) => {
    const { orderId } = first(orders, 'order', () => true);
    return calls.orders.createWaybills(shop, [orderId]);
  },
  async holds(calls, about) {
    const { shop, orders } = about;
    const trade = await about.tradeNow();
    const listedAs = (truth: TradeOrder) =>
      first(orders, 'listed order', ({ orderNumber }) => orderNumber === truth.orderNumber).orderId;
    const sent = listedAs(inStatus(trade, 'shipping'));
    const unpaid = listedAs(inStatus(trade, 'unpaid'));
    const made = value(await calls.orders.createWaybills(shop, [unpaid, sent]));
    expect(made.orderIds).toEqual([sent]);
    expect(made.formats).toContain('waybill');
    expect(made.jobIds).toHaveLength(made.formats.length);
    expect(value(await calls.orders.createWaybills(shop, [unpaid]))).toEqual({ ...made, jobIds: [], orderIds: [] });
  },
};
