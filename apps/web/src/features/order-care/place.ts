import { ORDER_CARE_KINDS, type OrderCareKind } from '@pasar/domain';

export const TABS = ['send', 'automatic', 'content', 'history'] as const;
export type Tab = (typeof TABS)[number];

/** What the page shows, as its address says it. */
export interface Place {
  readonly tab: Tab;
  readonly kind: OrderCareKind;
  /** The beginning of an order number, of which the history shows the messages. Null: the history shows the tasks. */
  readonly orderNumber: string | null;
}

export const placeOf = (query: URLSearchParams): Place => ({
  tab: TABS.find((one) => one === query.get('tab')) ?? 'send',
  kind: ORDER_CARE_KINDS.find((one) => one === query.get('kind')) ?? 'pay',
  orderNumber: query.get('order'),
});

export const addressOf = ({ tab, kind, orderNumber = null }: Pick<Place, 'tab'> & Partial<Place>): string =>
  `/order-care?${new URLSearchParams({
    tab,
    ...(kind === undefined ? {} : { kind }),
    ...(orderNumber === null ? {} : { order: orderNumber }),
  })}`;
