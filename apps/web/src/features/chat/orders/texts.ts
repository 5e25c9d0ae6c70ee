import type { Marketplace, OrderTab } from '@pasar/domain';
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
