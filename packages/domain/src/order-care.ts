import type { Marketplace } from './marketplace.ts';
import type { OrderStatus } from './order.ts';

/**
 * What a message of order care is about: it urges the buyer to pay or to review (spec 1 §1), or, as ours, it goes with a
 * further stage of the order. A buyer gets a message of a kind once for an order.
 */
export const ORDER_CARE_KINDS = ['pay', 'paid', 'shipped', 'delivered', 'review'] as const;
export type OrderCareKind = (typeof ORDER_CARE_KINDS)[number];

/** Orders that were updated today, or within so many days (spec 1 §9). */
export const ORDER_CARE_RANGES = ['today', '7', '15', '30'] as const;
export type OrderCareRange = (typeof ORDER_CARE_RANGES)[number];

/**
 * At which orders a kind is due: those of a status and, where the marketplace's own word tells more, of one of its words
 * (`wireStatus`). Null: the order list of the marketplace does not tell this stage.
 */
export interface OrderCareStage {
  readonly status: OrderStatus;
  readonly words: readonly string[] | null;
  /**
   * Whether also a message that a member sends waits as long after the beginning of the stage as the automatic one: where
   * nothing tells whether the buyer has rated the order, and the first days are left to the buyer.
   */
  readonly isDelayed: boolean;
}
const at = (status: OrderStatus, words: readonly string[] | null = null): OrderCareStage => ({
  status,
  words,
  isDelayed: false,
});
const longAt = (status: OrderStatus): OrderCareStage => ({ ...at(status), isDelayed: true });

/**
 * Shopee's order list goes from sent to completed. No order list tells that a parcel is out for delivery: its events are
 * texts for people. A delivered order of Lazada is finished; TikTok Shop has the status 122 (facts).
 */
export const ORDER_CARE_STAGES: Readonly<Record<OrderCareKind, Readonly<Record<Marketplace, OrderCareStage | null>>>> =
  {
    pay: { shopee: at('unpaid'), lazada: at('unpaid'), tiktok: at('unpaid') },
    paid: { shopee: at('wait_seller_send'), lazada: at('wait_seller_send'), tiktok: at('wait_seller_send') },
    shipped: {
      shopee: at('wait_receiver_confirm'),
      lazada: at('wait_receiver_confirm'),
      tiktok: at('wait_receiver_confirm', ['121']),
    },
    delivered: { shopee: null, lazada: at('finished', ['delivered']), tiktok: at('wait_receiver_confirm', ['122']) },
    review: { shopee: at('finished'), lazada: longAt('finished'), tiktok: longAt('finished') },
  };

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
  delivered: { isOn: false, afterMinutes: 60 },
  review: { isOn: false, afterMinutes: 3 * 1_440 },
};
