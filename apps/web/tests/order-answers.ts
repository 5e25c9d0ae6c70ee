import { CALLS, type OrderDetailView, type OrderView } from '@pasar/api';
import type { OrderCard } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import type { ModelServer } from '@pasar/sync/testing/model/model-server';

export const thb = (amount: string) => ({ amount, currency: 'THB' });
const DAY_MS = 86_400_000;
export const NOW = Date.UTC(2026, 10, 20, 12);
export const order = (number: number, more: Partial<OrderView> = {}): OrderView => ({
  orderId: String(170 + number),
  orderNumber: `26112${number}ABC`,
  buyerId: null,
  buyerName: 'John',
  status: 'finished',
  wireStatus: 'COMPLETED',
  total: thb('1400'),
  createdAt: NOW - number * DAY_MS,
  items: [
    {
      productId: '401',
      title: `Lamp ${number}`,
      variant: 'red',
      sellerSku: 'L-1',
      imageUrl: null,
      quantity: 2,
      price: thb('700'),
    },
  ],
  sellerNote: null,
  ...more,
});
const PARCEL = {
  parcelId: 'P1',
  carrier: 'Flash',
  trackingNumber: 'TH0001',
  events: [
    { at: NOW, text: 'Out for delivery' },
    { at: NOW - DAY_MS, text: 'Picked up' },
  ],
};
const detailOf = (of: OrderView, more: Partial<OrderDetailView> = {}): OrderDetailView => ({
  ...of,
  paymentMethod: 'wallet',
  shippingFee: thb('40'),
  address: { receiver: 'Somchai', phone: '0812345678', fullAddress: '1 Sukhumvit Road' },
  parcels: [PARCEL],
  isRatable: false,
  ...more,
});
/** As the server lists them: unfinished ones first. */
const SENT = order(2, { status: 'wait_receiver_confirm', wireStatus: 'SHIPPED' });
export const ORDERS = [SENT, order(1), order(3, { status: 'refund', wireStatus: 'RETURNED' })];

export interface OrderAnswers {
  readonly orders?: readonly OrderView[];
  /** Of each of the orders, or by the order. */
  readonly detail?: Partial<OrderDetailView> | ((of: OrderView) => Partial<OrderDetailView>);
}

/** The model answers about orders from now on. */
export function answerOrders(model: ModelServer, { orders = ORDERS, detail = {} }: OrderAnswers = {}): void {
  const listed = { isComplete: true, unreadableCount: 0, asOf: Date.now() };
  model.answerWith(CALLS.orders.orderList, () => succeeded({ ...listed, orders: [...orders] }));
  model.answerWith(CALLS.orders.orderDetail, ({ orderId }) => {
    const found = orders.find((one) => one.orderId === orderId || one.orderNumber === orderId);
    return found === undefined
      ? refused('order_fetch_failed', 'The orders could not be fetched.')
      : succeeded({
          order: detailOf(found, typeof detail === 'function' ? detail(found) : detail),
          asOf: Date.now(),
        });
  });
  model.answerWith(CALLS.orders.orderLogistics, () => succeeded({ parcels: [PARCEL], asOf: Date.now() }));
}

/** The content of a message that is about an order. */
export const orderCard = (card: Partial<OrderCard>) => ({
  type: 'order' as const,
  order: { orderId: '172', orderNumber: '261122ABC', status: null, total: null, iconUrl: null, ...card },
  wireType: 'order',
  raw: null,
});
