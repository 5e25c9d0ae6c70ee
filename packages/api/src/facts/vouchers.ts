import { UNKNOWN, VOUCHER_STATUSES, type Voucher } from '@pasar/domain';
import { z } from 'zod';
import { discount, money } from './money.ts';

const text = z.string().nullable();
const time = z.number();

/** What a marketplace says of a voucher of a shop. Times are milliseconds since the epoch. */
export const voucherFact = z.object({
  voucherId: z.string(),
  voucherCode: text,
  name: z.string(),
  discount,
  minimumSpend: money.nullable(),
  startsAt: time,
  endsAt: time,
  status: z.enum([...VOUCHER_STATUSES, UNKNOWN]),
  wireStatus: z.string(),
  left: z.number().nullable(),
}) satisfies z.ZodType<Voucher>;
