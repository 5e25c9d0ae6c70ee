/** Fields that many answers share. */
import type { Unreadable } from '@pasar/connector-kit';
import type { Money, PlatformShopId } from '@pasar/domain';
import { z } from 'zod';

/** 64-bit, as text or as a bare number. */
export const id = z.union([z.string().regex(/^[0-9]+$/), z.int().nonnegative().transform(String)]);

/** A decimal number, as text or as a number. */
const decimal = z.union([
  z.string().regex(/^[0-9]+(\.[0-9]+)?$/),
  z
    .number()
    .nonnegative()
    .transform((value) => String(value)),
]);
/** `{currency, price_val}` of the order pages (seen). */
export const wirePrice = z
  .object({ currency: z.string().length(3), price_val: decimal })
  .transform(({ currency, price_val: amount }): Money => ({ amount, currency }));
/** `{currency, amount}` of the chat pages (ours). */
export const wireAmount = z.object({ currency: z.string().length(3), amount: decimal });
export { decimal };

/** The readable rows, and the others with their bytes. One bad row does not spoil its page. */
export function readRows<Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  platformShopId: PlatformShopId | null,
): { readonly items: readonly Row[]; readonly unreadable: readonly Unreadable[] } {
  const items: Row[] = [];
  const unreadable: Unreadable[] = [];
  for (const row of rows) {
    const read = schema.safeParse(row);
    if (read.success) items.push(read.data);
    else {
      const bytes = new TextEncoder().encode(JSON.stringify(row));
      unreadable.push({ platformShopId, reason: z.prettifyError(read.error), bytes });
    }
  }
  return { items, unreadable };
}
