import type { BookedOrder } from '@pasar/api';
import { useLookUp } from '../../base/look-up.ts';
import { BOOKED_ORDERS } from './look-ups.ts';
import { keyOf } from './parts.ts';

/**
 * The opened order as it is now. An order whose status changes leaves the rows of its tab, and is asked for by its
 * number, so that its panel never shows a status that is over.
 */
export function useShown(
  opened: BookedOrder | null,
  /** Null while they are not known. */
  rows: readonly BookedOrder[] | null,
): BookedOrder | null {
  const isOpened = (order: BookedOrder) => opened !== null && keyOf(order) === keyOf(opened);
  const inRows = rows?.find(isOpened);
  const look = useLookUp(
    BOOKED_ORDERS,
    {
      tab: 'all',
      sort: 'newest',
      ...(opened === null ? {} : { words: opened.orderNumber, shopIds: [opened.shopId] }),
    },
    opened !== null && rows !== null && inRows === undefined,
  );
  const elsewhere = look.state === 'found' || look.state === 'stale' ? look.data.orders.find(isOpened) : undefined;
  return inRows ?? elsewhere ?? opened;
}
