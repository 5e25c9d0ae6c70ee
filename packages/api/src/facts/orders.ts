import { SHOWN_ORDER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';

/** The facts of an order that a card shows. */
export const orderHead = z.object({ orderNumber: z.string(), status: z.enum(SHOWN_ORDER_STATUSES), total: money });

/** The same with what a row of a list tells of the ordered items. */
export const orderSummary = orderHead.extend({
  iconUrl: z.string().nullable(),
  /** The title of the first ordered item; null for an order without items. */
  title: z.string().nullable(),
  /** The number of all ordered items. */
  itemCount: z.number().int().nonnegative(),
});
