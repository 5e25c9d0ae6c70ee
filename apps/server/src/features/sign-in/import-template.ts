import {
  COUNTRIES,
  type Country,
  MARKETPLACE_COUNTRIES,
  MARKETPLACES,
  type Marketplace,
  type ReasonCode,
  type ReasonWithDetail,
  reasonsWithDetail,
} from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import { cellName } from './spreadsheet/cells.ts';
import { SPREADSHEET_LIMITS } from './spreadsheet/limits.ts';

/** One row of a filled-in template (spec 1 §3). `rowNumber` counts as a spreadsheet does. */
export interface ShopImportRow {
  readonly rowNumber: number;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly identifier: string;
  readonly password: string;
}
export type ParsedImport =
  | { readonly ok: true; readonly rows: readonly ShopImportRow[] }
  | { readonly ok: false; readonly reason: ReasonCode; readonly detail: string | null };

/** The same in every language, so that a template made in one language can be imported in another. */
const HEADER = ['site', 'account', 'password'] as const;
const EXAMPLE = ['Shopee MY', 'example@shop.example', 'example-password'] as const;
/** Longest account and password by column, as in the form. Characters. */
const LONGEST: Readonly<Record<number, number>> = { 1: 254, 2: 200 };
const WIDTHS = [{ width: 22 }, { width: 34 }, { width: 24 }];
/** Formatted as text, so that accounts that look like numbers keep their leading zeros. */
const TEXT_FORMAT = '@';

const cell = (value: string) => ({ value, type: String, format: TEXT_FORMAT });
const bold = (value: string) => ({ value, type: String, fontWeight: 'bold' as const });

/** The template: a header, and an example row that has to be deleted. */
export const writeTemplate = (): Promise<Buffer> =>
  writeExcelFile([HEADER.map(bold), EXAMPLE.map(cell)], { columns: WIDTHS, sheet: 'Shops' }).toBuffer();

/** A marketplace's words may fill a page, so they are cut: the filled-in file must pass the limits again. */
const fitting = (why: string): string =>
  why.length > SPREADSHEET_LIMITS.cellLength ? `${why.slice(0, SPREADSHEET_LIMITS.cellLength - 1)}…` : why;

/** The failed rows, to be filled in again. Passwords are left empty; the reasons stand beside them. */
export const writeFailedRows = (
  rows: readonly { readonly site: string; readonly identifier: string; readonly why: string }[],
): Promise<Buffer> =>
  writeExcelFile(
    [[...HEADER, 'reason'].map(bold), ...rows.map((row) => [row.site, row.identifier, '', fitting(row.why)].map(cell))],
    { columns: [...WIDTHS, { width: 60 }], sheet: 'Shops' },
  ).toBuffer();

export const siteName = (marketplace: Marketplace, country: Country): string => `${SITE_WORDS[marketplace]} ${country}`;
const SITE_WORDS: Readonly<Record<Marketplace, string>> = { shopee: 'Shopee', lazada: 'Lazada', tiktok: 'TikTok' };

/** The rules of spec 1 §5. Nothing is imported from a file that breaks a rule. */
export function parseImport(cells: readonly (readonly string[])[]): ParsedImport {
  // A password is taken unchanged, blanks included.
  const [header, ...body] = cells.map((row) => row.map((value, at) => (at === 2 ? value : value.trim())));
  if (!header || HEADER.some((name, at) => header[at]?.trim().toLowerCase() !== name))
    return refuse('import_unreadable');
  const filled = body
    .map((row, at) => ({ row, rowNumber: at + 2 }))
    .filter(({ row }) => row.some((value) => value.trim() !== ''));
  if (filled.length === 0) return refuse('import_empty');
  if (filled.length > SPREADSHEET_LIMITS.rows) return refuse('import_too_many_rows');
  if (filled.some(({ row }) => row[1] === EXAMPLE[1])) return refuse('import_example_left');
  const tooLong = filled.flatMap(({ row, rowNumber }) =>
    row.flatMap((value, at) => (value.length > (LONGEST[at] ?? Infinity) ? [cellName(at, rowNumber - 1)] : [])),
  );
  if (tooLong.length > 0) return refuse('import_cells_too_long', nameCells(tooLong));
  const rows = filled.map(({ row, rowNumber }) => parseRow(row, rowNumber));
  const whole = rows.flatMap((row) => ('flaw' in row ? [] : [row]));
  const flawed = (flaw: FlawedRow['flaw']): readonly number[] =>
    rows.flatMap((row) => ('flaw' in row && row.flaw === flaw ? [row.rowNumber] : []));
  const wrong: Readonly<Record<ReasonWithDetail<'rows'>, readonly number[]>> = {
    import_rows_incomplete: flawed('import_rows_incomplete'),
    import_sites_unknown: flawed('import_sites_unknown'),
    import_rows_repeated: findRepeated(whole),
  };
  const reason = reasonsWithDetail('rows').find((one) => wrong[one].length > 0);
  return reason === undefined ? { ok: true, rows: whole } : refuse(reason, wrong[reason].join(', '));
}

const MOST_NAMED = 20;
/** Names at most the first `MOST_NAMED` cells: after a person has corrected those, the next import names the rest. */
export const nameCells = (cells: readonly string[]): string =>
  cells.length > MOST_NAMED ? `${cells.slice(0, MOST_NAMED).join(', ')}, …` : cells.join(', ');

const refuse = (reason: ReasonCode, detail: string | null = null): ParsedImport => ({ ok: false, reason, detail });

interface FlawedRow {
  readonly rowNumber: number;
  readonly flaw: Exclude<ReasonWithDetail<'rows'>, 'import_rows_repeated'>;
}

function parseRow(row: readonly string[], rowNumber: number): ShopImportRow | FlawedRow {
  const [site = '', identifier = '', password = ''] = row;
  if (site === '' || identifier === '' || password.trim() === '') return { rowNumber, flaw: 'import_rows_incomplete' };
  const [word = '', code = ''] = site.split(/[\s/_-]+/);
  const marketplace = MARKETPLACES.find((name) => word.toLowerCase().startsWith(name));
  const country = COUNTRIES.find((name) => name === code.toUpperCase());
  return marketplace && country && MARKETPLACE_COUNTRIES[marketplace].includes(country)
    ? { rowNumber, marketplace, country, identifier, password }
    : { rowNumber, flaw: 'import_sites_unknown' };
}

function findRepeated(rows: readonly ShopImportRow[]): number[] {
  const seen = new Set<string>();
  return rows
    .filter((row) => {
      const key = `${row.marketplace}/${row.country}/${row.identifier.toLowerCase()}`;
      if (seen.has(key)) return true;
      seen.add(key);
      return false;
    })
    .map((row) => row.rowNumber);
}
