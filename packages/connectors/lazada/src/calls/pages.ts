/** Lists with numbered pages: cursors are page numbers as text, and unreadable rows are set aside. */
import type { Outcome, Page, Unreadable } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import type { z } from 'zod';
import { describeIssues } from '../wire/fields.ts';
import type { LazadaScope } from './definition.ts';

export interface Rows<Item> {
  readonly items: readonly Item[];
  readonly unreadable: readonly Unreadable[];
}
export interface CountedRows<Item> extends Rows<Item> {
  /** Of all pages. */
  readonly total: number;
}

/** `map` gives null for a row that has the right shape and cannot be right. */
export function readRows<Wire, Item>(
  what: string,
  rows: readonly unknown[],
  schema: z.ZodType<Wire>,
  map: (row: Wire) => Item | null,
  scope: LazadaScope,
): Rows<Item> {
  const items: Item[] = [];
  const unreadable: Unreadable[] = [];
  for (const row of rows) {
    const wire = schema.safeParse(row);
    const item = wire.success ? map(wire.data) : null;
    if (item !== null) items.push(item);
    else {
      unreadable.push({
        platformShopId: scope.platformShopId,
        reason: `${what}: ${wire.success ? 'a value is unknown' : describeIssues(wire.error)}`,
        bytes: Buffer.from(JSON.stringify(row) ?? ''),
      });
    }
  }
  return { items, unreadable };
}

export function parsePageNumber(cursor: string | null): Outcome<number> {
  if (cursor === null) return { ok: true, value: 1 };
  return /^[1-9][0-9]{0,5}$/.test(cursor)
    ? { ok: true, value: Number(cursor) }
    : { ok: false, refusal: refusal('invalid_request', 'unknown cursor'), canRetry: false };
}

export function toPage<Item>(rows: CountedRows<Item>, page: number, pageSize: number): Page<Item> {
  const isLast = page * pageSize >= rows.total || rows.items.length + rows.unreadable.length === 0;
  return { items: rows.items, unreadable: rows.unreadable, next: isLast ? null : String(page + 1) };
}
