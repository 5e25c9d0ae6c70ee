import type { JudgedRow } from '@pasar/api';
import type { Marketplace, ReasonCode, ShopId } from '@pasar/domain';
import { siteOf } from '../../files/sites.ts';
import type { Cell } from '../../files/spreadsheet/cells.ts';
import { isUnbindWord, type Layout, layoutOf } from './words.ts';

/** A shop that the member sees. */
export interface KnownShop {
  readonly shopId: ShopId;
  readonly marketplace: Marketplace;
  readonly country: string;
  readonly platformShopId: string;
  readonly alias: string | null;
}

/** Limits of a workbook of shops (our choice); an alias is as long as in the form. */
const LIMITS = { rows: 2_000, alias: 60, shown: 80 } as const;
/** Longer cells are cut, and an alias that is cut is still too long. */
export const CELL_LENGTH = 300;

export type Judged =
  | { readonly ok: true; readonly rows: readonly JudgedRow[] }
  | { readonly ok: false; readonly reason: ReasonCode };

/** Judges every row by the shops as they are; changes nothing. */
export function judge(cells: readonly (readonly Cell[])[], shops: readonly KnownShop[]): Judged {
  const numbered = cells
    .map((row, at) => ({ row, rowNumber: at + 1 }))
    .filter(({ row }) => row.some((cell) => cell === null || cell.trim() !== ''));
  const [first, ...others] = numbered;
  if (first === undefined) return { ok: false, reason: 'import_empty' };
  const layout = layoutOf(first.row);
  if (layout === null) return { ok: false, reason: 'import_unreadable' };
  if (others.length === 0) return { ok: false, reason: 'import_empty' };
  if (others.length > LIMITS.rows) return { ok: false, reason: 'import_too_many_rows' };
  const seen = new Set<ShopId>();
  return {
    ok: true,
    rows: others.map(({ row, rowNumber }) => ({
      rowNumber,
      site: shown(cellOf(row, layout.site)),
      platformShopId: shown(cellOf(row, layout.shopId)),
      verdict: verdictOf(row, layout, shops, seen),
    })),
  };
}

const cellOf = (row: readonly Cell[], at: number | undefined): Cell => {
  const cell = at === undefined ? '' : row[at];
  return cell === undefined ? '' : (cell?.trim() ?? null);
};
const shown = (cell: Cell): string => (cell ?? '').slice(0, LIMITS.shown).toWellFormed();
const fault = (why: Extract<JudgedRow['verdict'], { kind: 'fault' }>['fault']) =>
  ({ kind: 'fault', fault: why }) as const;

function verdictOf(
  row: readonly Cell[],
  layout: Layout,
  shops: readonly KnownShop[],
  seen: Set<ShopId>,
): JudgedRow['verdict'] {
  const [site, id] = [cellOf(row, layout.site), cellOf(row, layout.shopId)];
  const [alias, unbind] = [cellOf(row, layout.alias), cellOf(row, layout.unbind)];
  if (site === null || id === null || alias === null || unbind === null) return fault('notText');
  if (id === '') return fault('incomplete');
  const found = shopsCalled(shops, site, id);
  const [shop] = found;
  if (shop === undefined) return fault('unknown');
  if (found.length > 1) return fault('ambiguous');
  if (seen.has(shop.shopId)) return fault('repeated');
  seen.add(shop.shopId);
  const isUnbound = isUnbindWord(unbind);
  if (isUnbound === null) return fault('unclear');
  if (isUnbound) return { kind: 'unbind', shopId: shop.shopId };
  // Without a column of aliases nothing is said of them; an empty cell of the column removes the alias.
  if (layout.alias === undefined) return { kind: 'same', shopId: shop.shopId };
  if (alias.length > LIMITS.alias) return fault('tooLong');
  const to = alias === '' ? null : alias.toWellFormed();
  return to === shop.alias
    ? { kind: 'same', shopId: shop.shopId }
    : { kind: 'rename', shopId: shop.shopId, from: shop.alias, to };
}

/** An id is only unique within its marketplace. A site that is not understood names no shop. */
function shopsCalled(shops: readonly KnownShop[], site: string, id: string): readonly KnownShop[] {
  const called = shops.filter(({ platformShopId }) => platformShopId === id);
  if (site === '') return called;
  const wanted = siteOf(site);
  if (wanted === null) return [];
  return called.filter(({ marketplace, country }) => marketplace === wanted.marketplace && country === wanted.country);
}
