import type { OrderStatus } from './order.ts';

/** Shop-side statuses (spec 1 §3). */
export const SHOP_SIDE_STATUSES = [
  'cancellation_requested',
  'cancelled',
  'completed',
  'deleted',
  'delivered',
  'paid',
  'pending_review',
  'pickup_failed',
  'rated',
  'receipt_invalid',
  'refund',
  'request_return_refund',
  'shipped',
  'shipping',
  'to_pay',
  'to_receive',
  'to_ship',
  'under_paid',
  'unpaid',
] as const;
export type ShopSideStatus = (typeof SHOP_SIDE_STATUSES)[number];

/** Numeric extended statuses (spec 1 §3), by which Shopee's seller centre tells an order's status. There is no 5. */
export const EXTENDED_STATUSES = {
  0: 'deleted',
  1: 'unpaid',
  2: 'paid',
  3: 'shipped',
  4: 'completed',
  6: 'invalid',
  7: 'cancel_processing',
  8: 'cancel_completed',
  9: 'return_processing',
  10: 'return_completed',
  11: 'escrow_paid',
  12: 'escrow_created',
  13: 'escrow_pending',
  14: 'escrow_verified',
  15: 'escrow_payout',
  16: 'cancel_pending',
} as const;
export type ExtendedStatus = (typeof EXTENDED_STATUSES)[keyof typeof EXTENDED_STATUSES];

interface Words {
  readonly shopSide: readonly ShopSideStatus[];
  readonly extended: readonly ExtendedStatus[];
  /** Order list tabs (spec 1 §3). */
  readonly listTab: 'unpaid' | 'waitSellerSend' | 'shipping' | 'finished' | 'cancel' | 'refund';
  /** The tabs of the order panel (spec 1 §2 and §3). Ours: they have no place for refunds, which get a tab of their own. */
  readonly panelTab: 'unpaid' | 'pending' | 'shipped' | 'processed' | 'cancelled' | 'refund';
  /** The filter of order lists (spec 1 §3). */
  readonly filterTab: 'unpaid' | 'toShip' | 'inTransit' | 'completed' | 'cancelled' | 'returnsRefunds';
  /** The tabs of order management (spec 1 §2). Ours: an order that waits for the seller is untreated. */
  readonly managementTab: 'untreated' | 'treated';
}

/**
 * The one table between the specification's vocabularies: what each app status is called on the shop's side and as a
 * number, and on which tab of each set it stands. The specification has the words and no mapping, so the mapping is ours.
 */
export const ORDER_VOCABULARY: Readonly<Record<OrderStatus, Words>> = {
  unpaid: {
    shopSide: ['to_pay', 'under_paid', 'unpaid'],
    extended: ['unpaid'],
    listTab: 'unpaid',
    panelTab: 'unpaid',
    filterTab: 'unpaid',
    managementTab: 'treated',
  },
  wait_seller_send: {
    shopSide: ['paid', 'pending_review', 'pickup_failed', 'receipt_invalid', 'to_ship'],
    extended: ['paid'],
    listTab: 'waitSellerSend',
    panelTab: 'pending',
    filterTab: 'toShip',
    managementTab: 'untreated',
  },
  wait_receiver_confirm: {
    shopSide: ['delivered', 'shipped', 'shipping', 'to_receive'],
    extended: ['shipped'],
    listTab: 'shipping',
    panelTab: 'shipped',
    filterTab: 'inTransit',
    managementTab: 'treated',
  },
  // Escrow is finished: the money that is held and paid out is that of a received order.
  finished: {
    shopSide: ['completed', 'rated'],
    extended: ['completed', 'escrow_paid', 'escrow_created', 'escrow_pending', 'escrow_verified', 'escrow_payout'],
    listTab: 'finished',
    panelTab: 'processed',
    filterTab: 'completed',
    managementTab: 'treated',
  },
  in_cancel: {
    shopSide: ['cancellation_requested'],
    extended: ['cancel_processing', 'cancel_pending'],
    listTab: 'cancel',
    panelTab: 'cancelled',
    filterTab: 'cancelled',
    managementTab: 'untreated',
  },
  cancelled: {
    shopSide: ['cancelled', 'deleted'],
    extended: ['deleted', 'invalid', 'cancel_completed'],
    listTab: 'cancel',
    panelTab: 'cancelled',
    filterTab: 'cancelled',
    managementTab: 'treated',
  },
  refund: {
    shopSide: ['refund', 'request_return_refund'],
    extended: ['return_processing', 'return_completed'],
    listTab: 'refund',
    panelTab: 'refund',
    filterTab: 'returnsRefunds',
    managementTab: 'untreated',
  },
};

/** Cancel reasons (spec 1 §3, "Cancel reason codes"), by Shopee's number. */
export const CANCEL_REASONS = {
  100: 'system_unpaid',
  101: 'underpaid',
  102: 'payment_rejected',
  201: 'pickup_failed',
  202: 'delivery_failed',
  203: 'cod_rejected',
} as const;
export type CancelReason = (typeof CANCEL_REASONS)[keyof typeof CANCEL_REASONS];

const nameIn = <Name extends string>(names: Readonly<Record<number, Name>>, number: string): Name | null =>
  Object.hasOwn(names, number) ? (names[Number(number)] ?? null) : null;

/** The name of an extended status as a connector keeps it, `7`; null for any other word. */
export const extendedStatusOf = (word: string): ExtendedStatus | null => nameIn(EXTENDED_STATUSES, word);

/** The name of a cancel reason as a connector keeps it, `201`; null for any other word. */
export const cancelReasonOf = (word: string): CancelReason | null => nameIn(CANCEL_REASONS, word);
