/** Order, refund and payment codes of the seller centre in the product's words (spec 1 §3). */
import {
  extendedStatusOf,
  ORDER_STATUSES,
  ORDER_VOCABULARY,
  type OrderStatus,
  RETURN_STATUSES,
  type ReturnReason,
  type ReturnStatus,
  UNKNOWN,
  type Unknown,
} from '@pasar/domain';

/** An open request to cancel takes precedence over the order's progress. */
export function orderStatusOf(statusExt: number, isRequestCancellation: boolean): OrderStatus | Unknown {
  const name = extendedStatusOf(String(statusExt));
  const known = ORDER_STATUSES.find((one) => name !== null && ORDER_VOCABULARY[one].extended.includes(name));
  const status = known ?? UNKNOWN;
  const isOpen = status === 'unpaid' || status === 'wait_seller_send' || status === 'wait_receiver_confirm';
  return isRequestCancellation && isOpen ? 'in_cancel' : status;
}

/** 100 all, 300 to ship and 400 shipping were seen, 200 and 500 exist; ours: 600 (returns, refunds, cancellations). */
export function orderTabOf(status: OrderStatus | null): number {
  switch (status) {
    case null:
      return 100;
    case 'unpaid':
      return 200;
    case 'wait_seller_send':
      return 300;
    case 'wait_receiver_confirm':
      return 400;
    case 'finished':
      return 500;
    case 'in_cancel':
    case 'cancelled':
    case 'refund':
      return 600;
  }
}

/** Refund statuses are numbered from 1. */
export const returnStatusOf = (status: number): ReturnStatus | Unknown => RETURN_STATUSES[status - 1] ?? UNKNOWN;

/** Refund reason codes (spec 1 §3). */
const RETURN_REASONS: Readonly<Record<number, ReturnReason>> = {
  1: 'not_received',
  2: 'wrong_item',
  4: 'not_as_described',
  103: 'incomplete',
  106: 'damaged',
  107: 'partial_function_failure',
};
export const returnReasonOf = (code: number): ReturnReason | Unknown => RETURN_REASONS[code] ?? UNKNOWN;

const PAYMENT_METHODS: Readonly<Record<number, string>> = {
  1: 'credit card',
  2: 'bank transfer',
  3: 'offline',
  4: 'online payment',
  5: 'free',
  6: 'cash on delivery',
  7: 'bank credit card',
  8: 'bill payment',
  13: 'convenience store',
  14: 'installment credit',
  15: 'card installment',
  18: 'card',
  20: 'wallet',
  21: 'pay-later',
  23: 'installment',
  27: 'wallet v2',
  29: 'internet banking',
};
/** A method without a name is shown by its number. */
export const paymentMethodOf = (code: number): string => PAYMENT_METHODS[code] ?? String(code);
