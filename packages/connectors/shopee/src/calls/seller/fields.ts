/**
 * Fields as the seller centre writes them: money as integers in units of 1/100,000 in its newer calls and as decimal
 * strings in its older ones (facts 1.7), times in seconds. No amount passes through a double.
 */
import type { Page } from '@pasar/connector-kit';
import { z } from 'zod';
import { readRows } from '../reading/page.ts';

const UNITS = 100_000n;
const UNIT_DIGITS = 5;

/** The shortest decimal of the same value. */
const shortest = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal;

function decimalOfUnits(units: bigint): string {
  const [sign, size] = units < 0n ? ['-', -units] : ['', units];
  return shortest(`${sign}${size / UNITS}.${String(size % UNITS).padStart(UNIT_DIGITS, '0')}`);
}

/** An amount of a newer call, as the decimal in the currency's main unit. */
export const unitsAmount = z
  .union([z.int(), z.string().regex(/^-?[0-9]+$/)])
  .transform((units) => decimalOfUnits(BigInt(units)));
/** The same the other way, for a newer call; null for what is no decimal of at most five places. */
export function toWireUnits(decimal: string): string | null {
  const [, whole, places = ''] = /^([0-9]{1,14})(?:\.([0-9]{1,5}))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : String(BigInt(whole + places.padEnd(UNIT_DIGITS, '0')));
}
/** An amount of an older call; a whole amount may come as a bare integer. */
export const textAmount = z
  .union([z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/), z.int()])
  .transform((amount) => shortest(String(amount)));

/** Seconds on the wire, milliseconds here. */
export const wireTime = z
  .int()
  .nonnegative()
  .transform((seconds) => seconds * 1_000);

/** The rows that the schema reads, and the others to be set aside. */
export function readPage<Schema extends z.ZodType, Item>(
  rows: readonly unknown[],
  schema: Schema,
  toItem: (row: z.output<Schema>) => Item,
  next: string | null,
): Page<Item> {
  return readRows(
    rows,
    (raw) => {
      const row = schema.safeParse(raw);
      return row.success ? { ok: true, value: toItem(row.data) } : { ok: false, reason: z.prettifyError(row.error) };
    },
    next,
  );
}

export const pageInfo = z.object({ total: z.int().nonnegative() });

/** Pages are numbered from 1; a cursor is the number of the next page. */
export const pageOf = (cursor: string | null): number => (cursor === null ? 1 : Number(cursor));
export const nextPage = (page: number, pageSize: number, total: number): string | null =>
  page * pageSize < total ? String(page + 1) : null;
