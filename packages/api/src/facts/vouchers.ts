import { UNKNOWN, VOUCHER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { discount, money } from './money.ts';

/** The facts of a voucher that a card shows. Times are milliseconds since the epoch. */
export const voucherHead = z.object({
  voucherCode: z.string().nullable(),
  discount,
  minimumSpend: money.nullable(),
  startsAt: z.number(),
  endsAt: z.number(),
  status: z.enum([...VOUCHER_STATUSES, UNKNOWN]),
});
