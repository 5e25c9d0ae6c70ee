import type { Voucher } from '@pasar/domain';
import { z } from 'zod';
import { voucherHead } from './vouchers.ts';

/** A marketplace's facts about a voucher of a shop. */
export const voucherFact = voucherHead.extend({
  voucherId: z.string(),
  name: z.string(),
  wireStatus: z.string(),
  left: z.number().nullable(),
}) satisfies z.ZodType<Voucher>;
