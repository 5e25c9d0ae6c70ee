import {
  type CancelReason,
  cancelReasonOf,
  type ExtendedStatus,
  extendedStatusOf,
  type Marketplace,
  type OrderTab,
  SHOP_SIDE_STATUSES,
  type ShopSideStatus,
} from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';

const TEXTS = {
  all: 'tab.all',
  unpaid: 'tab.unpaid',
  pending: 'tab.pending',
  shipped: 'tab.shipped',
  processed: 'tab.processed',
  cancelled: 'tab.cancelled',
  refund: 'tab.refund',
} as const satisfies Record<OrderTab, string>;

/** The names of the tabs. Shopee's tab of cancelled orders holds refunds as well. */
export const TAB_TEXTS = {
  shopee: { ...TEXTS, cancelled: 'tab.cancelledRefund' },
  lazada: TEXTS,
  tiktok: TEXTS,
} as const satisfies Record<Marketplace, Record<OrderTab, string>>;

/** The payment methods that spec 1 §3 names, as connectors give them. */
const PAYMENT_TEXTS = {
  'credit card': 'pay.credit_card',
  'bank transfer': 'pay.bank_transfer',
  offline: 'pay.offline',
  'online payment': 'pay.online',
  free: 'pay.free',
  'cash on delivery': 'pay.cod',
  cod: 'pay.cod',
  'bank credit card': 'pay.bank_credit_card',
  'bill payment': 'pay.bill',
  'convenience store': 'pay.store',
  'installment credit': 'pay.installment_credit',
  'card installment': 'pay.card_installment',
  card: 'pay.card',
  wallet: 'pay.wallet',
  'pay later': 'pay.later',
  installment: 'pay.installment',
  'wallet v2': 'pay.wallet',
  'internet banking': 'pay.internet_banking',
} as const;

/** Written for programs: "27", "METHOD_27", "qr_code". */
const CODE = /^[A-Z\d._-]+$|_/;

/**
 * A payment method in words. `own`: the marketplace's code, where the words do not tell it. Other words of a marketplace
 * are shown as they are.
 */
export function paymentText(
  method: string,
  t: Translate<'orders'>,
): { readonly words: string; readonly own: string | null } {
  const known = method.toLowerCase().replace(/[_-]/g, ' ');
  if (Object.hasOwn(PAYMENT_TEXTS, known)) {
    return { words: t(PAYMENT_TEXTS[known as keyof typeof PAYMENT_TEXTS]), own: null };
  }
  return CODE.test(method) ? { words: t('pay.unknown'), own: method } : { words: method, own: null };
}

const EXTENDED_TEXTS = {
  deleted: 'extended.deleted',
  unpaid: 'extended.unpaid',
  paid: 'extended.paid',
  shipped: 'extended.shipped',
  completed: 'extended.completed',
  invalid: 'extended.invalid',
  cancel_processing: 'extended.cancel_processing',
  cancel_completed: 'extended.cancel_completed',
  return_processing: 'extended.return_processing',
  return_completed: 'extended.return_completed',
  escrow_paid: 'extended.escrow_paid',
  escrow_created: 'extended.escrow_created',
  escrow_pending: 'extended.escrow_pending',
  escrow_verified: 'extended.escrow_verified',
  escrow_payout: 'extended.escrow_payout',
  cancel_pending: 'extended.cancel_pending',
} as const satisfies Record<ExtendedStatus, string>;

const SHOP_SIDE_TEXTS = {
  cancellation_requested: 'shopSide.cancellation_requested',
  cancelled: 'shopSide.cancelled',
  completed: 'shopSide.completed',
  deleted: 'shopSide.deleted',
  delivered: 'shopSide.delivered',
  paid: 'shopSide.paid',
  pending_review: 'shopSide.pending_review',
  pickup_failed: 'shopSide.pickup_failed',
  rated: 'shopSide.rated',
  receipt_invalid: 'shopSide.receipt_invalid',
  refund: 'shopSide.refund',
  request_return_refund: 'shopSide.request_return_refund',
  shipped: 'shopSide.shipped',
  shipping: 'shopSide.shipping',
  to_pay: 'shopSide.to_pay',
  to_receive: 'shopSide.to_receive',
  to_ship: 'shopSide.to_ship',
  under_paid: 'shopSide.under_paid',
  unpaid: 'shopSide.unpaid',
} as const satisfies Record<ShopSideStatus, string>;

/**
 * The marketplace's own word of a status for a person: a known word in the language of the screen, any other as it is. Null
 * for a number without a name, which says nothing to a person. Shopee's numbers are the extended statuses.
 */
export function ownStatusText(word: string, marketplace: Marketplace | null, t: Translate<'orders'>): string | null {
  const extended = marketplace === 'shopee' ? extendedStatusOf(word) : null;
  if (extended !== null) return `${t(EXTENDED_TEXTS[extended])} (${word})`;
  const shopSide = SHOP_SIDE_STATUSES.find((one) => one === word.toLowerCase());
  if (shopSide !== undefined) return `${t(SHOP_SIDE_TEXTS[shopSide])} (${word})`;
  return /^\d+$/.test(word) ? null : word;
}

const CANCEL_TEXTS = {
  system_unpaid: 'cancel.system_unpaid',
  underpaid: 'cancel.underpaid',
  payment_rejected: 'cancel.payment_rejected',
  pickup_failed: 'cancel.pickup_failed',
  delivery_failed: 'cancel.delivery_failed',
  cod_rejected: 'cancel.cod_rejected',
} as const satisfies Record<CancelReason, string>;

/** Why an order is cancelled: Shopee's code in words and with its number, any other as the marketplace says it. */
export function cancelReasonText(word: string, marketplace: Marketplace, t: Translate<'orders'>): string {
  const reason = marketplace === 'shopee' ? cancelReasonOf(word) : null;
  return reason === null ? word : `${t(CANCEL_TEXTS[reason])} (${word})`;
}
