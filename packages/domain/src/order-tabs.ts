import type { Marketplace } from './marketplace.ts';
import { ORDER_STATUSES, type Order, type OrderStatus } from './order.ts';
import { ORDER_VOCABULARY } from './order-vocabulary.ts';
import { UNKNOWN } from './unknown.ts';

/**
 * The tabs of a buyer's orders. Spec 1 §2 names all, pending payment, pending, shipped, processed and cancelled; it has
 * no place for refunds, which the order lists of spec 1 §3 have (ours: their own tab).
 */
export const ORDER_TABS = ['all', 'unpaid', 'pending', 'shipped', 'processed', 'cancelled', 'refund'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

type StatusesByTab = Readonly<Partial<Record<OrderTab, readonly OrderStatus[] | null>>>;

const onTab = (tab: OrderTab): readonly OrderStatus[] =>
  ORDER_STATUSES.filter((status) => ORDER_VOCABULARY[status].panelTab === tab);
const WITH_REFUNDS = {
  all: null,
  unpaid: onTab('unpaid'),
  pending: onTab('pending'),
  shipped: onTab('shipped'),
  processed: onTab('processed'),
  cancelled: onTab('cancelled'),
  refund: onTab('refund'),
} as const satisfies StatusesByTab;
const { refund, ...WITHOUT_REFUNDS } = WITH_REFUNDS;

/** Shopee lists returned orders among the cancelled ones; the other marketplaces list them apart (facts 1.7, 2.3). */
const TABS_AT: Readonly<Record<Marketplace, StatusesByTab>> = {
  shopee: { ...WITHOUT_REFUNDS, cancelled: [...WITHOUT_REFUNDS.cancelled, ...refund] },
  lazada: WITH_REFUNDS,
  tiktok: WITH_REFUNDS,
};

/** The tabs of a marketplace, in their order. */
export const orderTabsOf = (marketplace: Marketplace): readonly OrderTab[] =>
  ORDER_TABS.filter((tab) => tab in TABS_AT[marketplace]);

/** An order of a status that Pasar does not know stands only among all. */
export function isInTab(marketplace: Marketplace, tab: OrderTab, status: Order['status']): boolean {
  const statuses = TABS_AT[marketplace][tab];
  return statuses === null || (statuses?.some((one) => one === status) ?? false);
}

/** Ours: a refund is not among them, because it has its own process. */
export const UNFINISHED_STATUSES: readonly Order['status'][] = [
  'unpaid',
  'wait_seller_send',
  'wait_receiver_confirm',
  'in_cancel',
  // Ours: it may be unfinished, and a person should look at it.
  UNKNOWN,
];
/** Whether something is still to happen with the order. */
export const isUnfinished = (status: Order['status']): boolean => UNFINISHED_STATUSES.includes(status);

/** Unfinished orders first, each part newest first. */
export const unfinishedFirst = <Row extends Pick<Order, 'status' | 'createdAt'>>(
  orders: readonly Row[],
): readonly Row[] =>
  orders.toSorted(
    (left, right) =>
      Number(isUnfinished(right.status)) - Number(isUnfinished(left.status)) || right.createdAt - left.createdAt,
  );
