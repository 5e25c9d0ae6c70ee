import type { Money } from './goods.ts';
import type { BuyerId } from './ids.ts';
import { UNKNOWN, type Unknown } from './unknown.ts';

/** App order statuses (spec 1 §3): the one vocabulary for orders of every marketplace. */
export const ORDER_STATUSES = [
  'unpaid',
  'wait_seller_send',
  'wait_receiver_confirm',
  'finished',
  'in_cancel',
  'cancelled',
  'refund',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Statuses of an order on a screen. `unknown` is shown, but no list can be filtered by it. */
export const SHOWN_ORDER_STATUSES = [...ORDER_STATUSES, UNKNOWN] as const;

/** An order as a list shows it. `wireStatus` keeps the marketplace's own word; times are milliseconds. */
export interface Order {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly buyerId: BuyerId | null;
  readonly buyerName: string;
  readonly status: OrderStatus | Unknown;
  readonly wireStatus: string;
  readonly total: Money;
  readonly createdAt: number;
  readonly items: readonly OrderItem[];
  readonly sellerNote: string | null;
}
export interface OrderItem {
  readonly productId: string;
  readonly title: string;
  readonly variant: string | null;
  readonly sellerSku: string | null;
  readonly imageUrl: string | null;
  readonly quantity: number;
  readonly price: Money;
}

/** Everything that a person may want to know about one order. */
export interface OrderDetail extends Order {
  readonly paymentMethod: string | null;
  readonly shippingFee: Money | null;
  readonly address: OrderAddress | null;
  readonly parcels: readonly Parcel[];
  readonly isRatable: boolean;
}
export interface OrderAddress {
  readonly receiver: string;
  readonly phone: string | null;
  readonly fullAddress: string;
}
/** A package on its way; `events` newest first. */
export interface Parcel {
  readonly parcelId: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly events: readonly TrackingEvent[];
}
export interface TrackingEvent {
  readonly at: number;
  readonly text: string;
}

/** How far a sent parcel is. */
export const PARCEL_STAGES = ['onTheWay', 'outForDelivery', 'delivered'] as const;
export type ParcelStage = (typeof PARCEL_STAGES)[number];

/** A stage, and when the event happened that tells it, by the marketplace's clock. */
export interface ParcelStand {
  readonly stage: ParcelStage;
  readonly at: number;
}
