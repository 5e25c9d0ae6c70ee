import type { ReasonCode } from '@pasar/domain';
import { type Site, siteOf } from '../../files/sites.ts';
import type { Cell } from '../../files/spreadsheet/cells.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { EXAMPLE_ACCOUNT } from './import-template.ts';
import { type Layout, layoutOf, PLAIN_LAYOUT } from './import-words.ts';

/** One row of a filled-in template (spec 1 §3). `rowNumber` counts as a spreadsheet does. */
export interface ShopImportRow extends Site {
  readonly rowNumber: number;
  readonly identifier: string;
  readonly password: string;
}
/** A row that cannot become a sign-in, with what it says but its password. */
export interface RefusedRow {
  readonly rowNumber: number;
  readonly site: string;
  readonly identifier: string;
  readonly reason: ReasonCode;
}
export type ParsedImport =
  | { readonly ok: true; readonly rows: readonly ShopImportRow[]; readonly refused: readonly RefusedRow[] }
  | { readonly ok: false; readonly reason: ReasonCode };

/** Longest account and password, as in the form. Characters. */
const LONGEST = { account: 254, password: 200 } as const;
/** A site that is not known is shown as it was typed, up to this many characters. */
const LONGEST_SITE = 60;

/**
 * The rows of a file (spec 1 §5). A row that breaks a rule is refused with its reason and hinders no other row. The
 * example row of the template is ignored, where the specification asks the person to delete it.
 */
export function parseImport(cells: readonly (readonly Cell[])[]): ParsedImport {
  const numbered = cells
    .map((row, at) => ({ row, rowNumber: at + 1 }))
    .filter(({ row }) => row.some((value) => value === null || value.trim() !== ''));
  const [first] = numbered;
  if (first === undefined) return { ok: false, reason: 'import_empty' };
  const layout = layoutOf(first.row);
  if (layout === null && siteOf(first.row[0] ?? '') === null) return { ok: false, reason: 'import_unreadable' };
  const filled = numbered
    .slice(layout === null ? 0 : 1)
    .map(({ row, rowNumber }) => ({ rowNumber, ...valuesOf(row, layout ?? PLAIN_LAYOUT) }))
    .filter(({ identifier }) => identifier !== EXAMPLE_ACCOUNT);
  if (filled.length === 0) return { ok: false, reason: 'import_empty' };
  if (filled.length > IMPORT_LIMITS.rows) return { ok: false, reason: 'import_too_many_rows' };
  const rows: ShopImportRow[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  for (const row of filled) {
    const parsed = parseRow(row, seen);
    if ('reason' in parsed) refused.push(parsed);
    else rows.push(parsed);
  }
  return { ok: true, rows, refused };
}

interface FilledRow {
  readonly rowNumber: number;
  readonly site: Cell;
  readonly identifier: Cell;
  readonly password: Cell;
}

/** A password is taken unchanged, blanks included. */
const valuesOf = (row: readonly Cell[], { site, account, password }: Layout) => ({
  site: trimmed(row[site]),
  identifier: trimmed(row[account]),
  password: row[password] === undefined ? '' : row[password],
});
const trimmed = (cell: Cell | undefined): Cell => (cell === undefined ? '' : (cell?.trim() ?? null));

function parseRow(row: FilledRow, seen: Set<string>): ShopImportRow | RefusedRow {
  const { rowNumber, site, identifier, password } = row;
  const refuse = (reason: ReasonCode): RefusedRow => ({
    rowNumber,
    site: (site ?? '').slice(0, LONGEST_SITE).toWellFormed(),
    identifier: (identifier ?? '').slice(0, LONGEST.account).toWellFormed(),
    reason,
  });
  if (site === null || identifier === null || password === null) return refuse('import_cell_not_text');
  if (site === '' || identifier === '' || password.trim() === '') return refuse('import_row_incomplete');
  if (identifier.length > LONGEST.account || password.length > LONGEST.password) return refuse('import_cell_too_long');
  const found = siteOf(site);
  if (found === null) return refuse('import_site_unknown');
  const key = `${found.marketplace}/${found.country}/${identifier.toLowerCase()}`;
  if (seen.has(key)) return refuse('import_row_repeated');
  seen.add(key);
  return { ...found, rowNumber, identifier, password };
}
