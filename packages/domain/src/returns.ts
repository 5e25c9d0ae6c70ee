import type { Money } from './goods.ts';
import type { BuyerId } from './ids.ts';
import type { OrderItem, TrackingEvent } from './order.ts';
import { UNKNOWN, type Unknown } from './unknown.ts';

/** Refund statuses (spec 1 §3: 1 to 7). */
export const RETURN_STATUSES = [
  'apply',
  'refunding',
  'canceled',
  'wait_response',
  'complete',
  'arbitration_complete',
  'return_goods_in_process',
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];
export const SHOWN_RETURN_STATUSES = [...RETURN_STATUSES, UNKNOWN] as const;

const CLOSED: ReadonlySet<ReturnStatus | Unknown> = new Set(['canceled', 'complete', 'arbitration_complete']);
/** A status that Pasar does not know counts as open, so that a person looks at it. */
export const isOpenReturn = (status: ReturnStatus | Unknown): boolean => !CLOSED.has(status);
export const OPEN_RETURN_STATUSES = SHOWN_RETURN_STATUSES.filter(isOpenReturn);

/** Refund reasons (spec 1 §3, "Refund reason codes"). */
export const RETURN_REASONS = [
  'not_received',
  'wrong_item',
  'not_as_described',
  'incomplete',
  'damaged',
  'partial_function_failure',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];
export const SHOWN_RETURN_REASONS = [...RETURN_REASONS, UNKNOWN] as const;

/**
 * A buyer's wish for money back, with or without the goods coming back. `wireStatus` and `wireReason` keep the
 * marketplace's own code or words; times are milliseconds. Null: the marketplace does not say.
 */
export interface ReturnCase {
  readonly returnId: string;
  /** The number that people read. */
  readonly returnSn: string;
  readonly orderId: string;
  readonly orderNumber: string | null;
  readonly buyerId: BuyerId | null;
  readonly buyerName: string | null;
  readonly status: ReturnStatus | Unknown;
  readonly wireStatus: string;
  readonly reason: ReturnReason | Unknown;
  readonly wireReason: string;
  /** What the buyer wrote about it. */
  readonly buyerText: string | null;
  readonly refund: Money;
  /** Whether the goods have to come back. */
  readonly areGoodsReturned: boolean | null;
  readonly items: readonly OrderItem[];
  /** The buyer's pictures. */
  readonly pictureUrls: readonly string[];
  /** Of the parcel that comes back. */
  readonly trackingNumber: string | null;
  readonly createdAt: number | null;
  readonly changedAt: number | null;
  /** Until then the seller must answer. */
  readonly respondBy: number | null;
}
/** With the way of the parcel that comes back, newest event first. */
export interface ReturnDetail extends ReturnCase {
  readonly events: readonly TrackingEvent[];
}

/** What waits for the seller after a sale (spec 1 §1: "reminders for cancel, refund and return"). */
export const AFTER_SALES_KINDS = ['cancel', 'refund', 'return'] as const;
export type AfterSalesKind = (typeof AFTER_SALES_KINDS)[number];
/** `open`: the open cases of all kinds; the kinds: their open cases; `closed`: returns and refunds that are over. */
export const AFTER_SALES_TABS = ['open', ...AFTER_SALES_KINDS, 'closed'] as const;
export type AfterSalesTab = (typeof AFTER_SALES_TABS)[number];
