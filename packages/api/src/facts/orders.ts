import { SHOWN_ORDER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';

/** The facts of an order that a card shows. */
export const orderHead = z.object({ orderNumber: z.string(), status: z.enum(SHOWN_ORDER_STATUSES), total: money });
