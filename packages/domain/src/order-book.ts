import { ORDER_STATUSES, type OrderDetail, type OrderStatus } from './order.ts';
import { ORDER_VOCABULARY } from './order-vocabulary.ts';
import { UNKNOWN, type Unknown } from './unknown.ts';

/**
 * An order as the order list of a shop's own seller pages tells it. Pasar keeps these records of all shops in the order
 * book. `wireStatus`, `cancelReason` and `paymentMethod` keep the marketplace's own words; times are milliseconds.
 */
export interface OrderRecord extends Omit<OrderDetail, 'parcels'> {
  /** When the order last changed, by the marketplace's clock. */
  readonly changedAt: number;
  /** Of the first parcel; null before the order is sent. */
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  /** The marketplace's code or words; null where nobody cancelled, and where the marketplace does not say why. */
  readonly cancelReason: string | null;
}

/** The tabs of the order page, in their order (spec 1 §2 and §3: order management). */
export const BOOK_TABS = [
  'all',
  'untreated',
  'treated',
  'unpaid',
  'toShip',
  'inTransit',
  'finished',
  'inCancel',
  'cancelled',
  'refund',
] as const;
export type BookTab = (typeof BOOK_TABS)[number];

const treated = (tab: 'untreated' | 'treated'): readonly OrderStatus[] =>
  ORDER_STATUSES.filter((status) => ORDER_VOCABULARY[status].managementTab === tab);

/** Null: every status, also an unknown one. */
const STATUSES_OF: Readonly<Record<BookTab, readonly (OrderStatus | Unknown)[] | null>> = {
  all: null,
  // A status that Pasar does not know may wait for the seller, so a person should look at it.
  untreated: [...treated('untreated'), UNKNOWN],
  treated: treated('treated'),
  unpaid: ['unpaid'],
  toShip: ['wait_seller_send'],
  inTransit: ['wait_receiver_confirm'],
  finished: ['finished'],
  inCancel: ['in_cancel'],
  cancelled: ['cancelled'],
  refund: ['refund'],
};

/** The statuses of the orders on a tab; null for all. */
export const statusesOfTab = (tab: BookTab): readonly (OrderStatus | Unknown)[] | null => STATUSES_OF[tab];

/** How many orders stand on each tab, from the number of orders of each status. */
export function tabCounts(byStatus: Readonly<Partial<Record<string, number>>>): Readonly<Record<BookTab, number>> {
  const all = Object.values(byStatus).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const counts = BOOK_TABS.map((tab) => {
    const statuses = STATUSES_OF[tab];
    return [tab, statuses?.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0) ?? all] as const;
  });
  return Object.fromEntries(counts) as Record<BookTab, number>;
}
