import type { Marketplace } from './marketplace.ts';
import type { OrderStatus, ParcelStage } from './order.ts';

/**
 * What a message of order care is about: it urges the buyer to pay or to review (spec 1 §1), or, as ours, it goes with a
 * further stage of the order. A buyer gets a message of a kind once for an order.
 */
export const ORDER_CARE_KINDS = ['pay', 'paid', 'shipped', 'outForDelivery', 'delivered', 'review'] as const;
export type OrderCareKind = (typeof ORDER_CARE_KINDS)[number];

/** Orders that were updated today, or within so many days (spec 1 §9). */
export const ORDER_CARE_RANGES = ['today', '7', '15', '30'] as const;
export type OrderCareRange = (typeof ORDER_CARE_RANGES)[number];

/**
 * At which orders a kind is due: those of a status and, where the marketplace's own word tells more, of one of its words
 * (`wireStatus`). What no order list tells is read from the events of the parcels.
 */
export interface OrderCareStage {
  readonly status: OrderStatus;
  readonly words: readonly string[] | null;
  /** How far the parcels of the order must be; null: the order list tells the stage. */
  readonly parcel: ParcelStage | null;
  /**
   * Whether also a message that a member sends waits as long after the beginning of the stage as the automatic one: where
   * nothing tells whether the buyer has rated the order, and the first days are left to the buyer.
   */
  readonly isDelayed: boolean;
}
const at = (status: OrderStatus, words: readonly string[] | null = null): OrderCareStage => ({
  status,
  words,
  parcel: null,
  isDelayed: false,
});
const longAt = (status: OrderStatus): OrderCareStage => ({ ...at(status), isDelayed: true });
const sentAt = (parcel: ParcelStage, words: readonly string[] | null = null): OrderCareStage => ({
  ...at('wait_receiver_confirm', words),
  parcel,
});

/**
 * Shopee's order list goes from sent to completed. No order list tells that a parcel is out for delivery. A delivered order
 * of Lazada is finished; TikTok Shop has the status 122 (facts).
 */
export const ORDER_CARE_STAGES: Readonly<Record<OrderCareKind, Readonly<Record<Marketplace, OrderCareStage>>>> = {
  pay: { shopee: at('unpaid'), lazada: at('unpaid'), tiktok: at('unpaid') },
  paid: { shopee: at('wait_seller_send'), lazada: at('wait_seller_send'), tiktok: at('wait_seller_send') },
  shipped: {
    shopee: at('wait_receiver_confirm'),
    lazada: at('wait_receiver_confirm'),
    tiktok: at('wait_receiver_confirm', ['121']),
  },
  outForDelivery: {
    shopee: sentAt('outForDelivery'),
    lazada: sentAt('outForDelivery'),
    tiktok: sentAt('outForDelivery', ['121']),
  },
  delivered: {
    shopee: sentAt('delivered'),
    lazada: at('finished', ['delivered']),
    tiktok: at('wait_receiver_confirm', ['122']),
  },
  review: { shopee: at('finished'), lazada: longAt('finished'), tiktok: longAt('finished') },
};

/** The kinds whose stage the events of parcels tell at a marketplace. */
export const careByParcels = (marketplace: Marketplace): readonly OrderCareKind[] =>
  ORDER_CARE_KINDS.filter((kind) => ORDER_CARE_STAGES[kind][marketplace].parcel !== null);

/** Our choice, but for `pageSize` and `scopeDays` (spec 1 §9 and spec 2). */
export const ORDER_CARE_LIMITS = {
  scopeDays: 30,
  /** So long it is remembered which orders of an unbound shop had a message. */
  caredBeforeDays: 60,
  pageSize: 40,
  taskPageSize: 20,
  parts: 5,
  /** Orders that a call names. */
  orders: 500,
  /** The longest time from the beginning of a stage to its automatic message: it ends before the order is out of scope. */
  afterMinutes: 29 * 1_440,
  /** So often the orders are looked at for which an automatic message is due. */
  lookMs: 2 * 60_000,
  /** An automatic message that is late by more is not sent by itself any more. */
  lateMs: 86_400_000,
  /** A parcel counts as out for delivery for so long after the event: many carriers tell nothing more that day. */
  outForDeliveryMs: 86_400_000,
} as const;

/** How the events of parcels are read (our choice): each order costs one to three requests. */
export const PARCEL_LIMITS = {
  /** An order of each shop is looked at so often, while there are some to look at. */
  everyMs: 10_000,
  /** An order is looked at again after so long. */
  againMs: 2 * 3_600_000,
  /** So long after a member has asked how many buyers would get a message of such a stage. */
  wantedMs: 2 * 3_600_000,
} as const;

/** When automatic messages of a kind go out. `afterMinutes` counts from when Pasar first knew of the stage. */
export interface OrderCareReminder {
  readonly isOn: boolean;
  readonly afterMinutes: number;
}
/** As long as the main account has chosen nothing. */
export const USUAL_ORDER_CARE_REMINDERS: Readonly<Record<OrderCareKind, OrderCareReminder>> = {
  pay: { isOn: false, afterMinutes: 60 },
  paid: { isOn: false, afterMinutes: 10 },
  shipped: { isOn: false, afterMinutes: 10 },
  // The buyer waits for the courier of that day.
  outForDelivery: { isOn: false, afterMinutes: 1 },
  delivered: { isOn: false, afterMinutes: 60 },
  review: { isOn: false, afterMinutes: 3 * 1_440 },
};
