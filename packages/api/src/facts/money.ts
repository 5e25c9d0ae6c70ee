import { UNKNOWN } from '@pasar/domain';
import { z } from 'zod';

/** An amount as a decimal text, with its currency (ISO 4217). */
export const money = z.object({ amount: z.string(), currency: z.string() });

/** What a voucher takes off. */
export const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), off: money }),
  z.object({ kind: z.literal('percent'), percent: z.number() }),
  /** The marketplace's own word for a kind of discount that no connector can read. */
  z.object({ kind: z.literal(UNKNOWN), wireType: z.string() }),
]);
