import type { Page, Unreadable } from '@pasar/connector-kit';
import { asPlatformShopId, type PlatformShopId } from '@pasar/domain';
import { z } from 'zod';
import { toBytes, wireId } from '../../wire/wire-json.ts';
import type { Reading } from './reading.ts';

const namesShop = z.object({ shop_id: wireId });

/** The shop that an item names, read also when the rest of the item is unreadable. */
function shopNamedBy(raw: unknown): PlatformShopId | null {
  const named = namesShop.safeParse(raw);
  return named.success ? asPlatformShopId(named.data.shop_id) : null;
}

export const setAside = (raw: unknown, reason: string): Unreadable => ({
  platformShopId: shopNamedBy(raw),
  reason,
  bytes: toBytes(raw),
});

/** The readable rows, and the others to be set aside. */
export function readRows<Item>(
  rows: readonly unknown[],
  read: (raw: unknown) => Reading<Item>,
  next: string | null,
): Page<Item> {
  const items: Item[] = [];
  const unreadable: Unreadable[] = [];
  for (const raw of rows) {
    const reading = read(raw);
    if (reading.ok) items.push(reading.value);
    else unreadable.push(setAside(raw, reading.reason));
  }
  return { items, next, unreadable };
}
