import type { QuickReplySite } from '@pasar/api';
import { BUYER_LANGUAGES, type BuyerLanguage, QUICK_REPLY_LIMITS, type ReasonCode, SCREEN_LIMITS } from '@pasar/domain';
import { siteOf } from '../../files/sites.ts';
import type { Cell } from '../../files/spreadsheet/cells.ts';
import { type Column, type Layout, layoutOf } from './workbook-words.ts';

/** One text of a quick reply in one language. `rowNumber` counts as a spreadsheet does. */
export interface WorkbookRow {
  readonly rowNumber: number;
  readonly group: string;
  readonly title: string;
  /** The texts that are sent one after the other. */
  readonly texts: readonly string[];
  /** Null: for every buyer whose language has no row. */
  readonly language: BuyerLanguage | null;
  readonly sites: readonly QuickReplySite[];
  readonly shopIds: readonly string[] | null;
}
/** A row that breaks a rule, with enough of it to be found in the file. */
export interface RefusedRow {
  readonly rowNumber: number;
  readonly group: string;
  readonly title: string;
  readonly reason: ReasonCode;
}
export type ParsedWorkbook =
  | { readonly ok: true; readonly rows: readonly WorkbookRow[]; readonly refused: readonly RefusedRow[] }
  | { readonly ok: false; readonly reason: ReasonCode };

/** A line with nothing else stands between two texts of one reply. */
export const BETWEEN_TEXTS = '---';
/** Above the longest reply of nine texts, so that a cell that is cut is still too long. */
export const CELL_LENGTH = QUICK_REPLY_LIMITS.parts * (SCREEN_LIMITS.messageTextLength + 10);

/** Reads the sheet. `shopsOf` gives the ids of the shops of a name, which may be several. */
export function parseWorkbook(
  cells: readonly (readonly Cell[])[],
  shopsOf: (name: string) => readonly string[],
): ParsedWorkbook {
  const numbered = cells
    .map((row, at) => ({ row, rowNumber: at + 1 }))
    .filter(({ row }) => row.some((value) => value === null || value.trim() !== ''));
  const [first, ...filled] = numbered;
  if (first === undefined) return { ok: false, reason: 'quick_reply_file_empty' };
  const layout = layoutOf(first.row);
  if (layout === null) return { ok: false, reason: 'quick_reply_columns_missing' };
  if (filled.length === 0) return { ok: false, reason: 'quick_reply_file_empty' };
  const rows: WorkbookRow[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  for (const { row, rowNumber } of filled) {
    const parsed = parseRow(row, layout, rowNumber, shopsOf);
    if ('reason' in parsed) {
      refused.push(parsed);
      continue;
    }
    const key = JSON.stringify([parsed.group, parsed.title || parsed.texts[0], parsed.language]);
    if (seen.has(key)) refused.push(refusedRow(parsed, 'quick_reply_row_repeated'));
    else rows.push(parsed);
    seen.add(key);
  }
  return { ok: true, rows, refused };
}

const refusedRow = (
  { rowNumber, group, title }: Pick<RefusedRow, 'rowNumber' | 'group' | 'title'>,
  reason: ReasonCode,
): RefusedRow => ({ rowNumber, group, title, reason });

const listed = (text: string): readonly string[] =>
  text
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function parseRow(
  row: readonly Cell[],
  layout: Layout,
  rowNumber: number,
  shopsOf: (name: string) => readonly string[],
): WorkbookRow | RefusedRow {
  const cellOf = (column: Column): Cell => {
    const at = layout[column];
    const value = at === undefined ? '' : row[at];
    return value === undefined ? '' : (value?.trim() ?? null);
  };
  const [group, title, text, language, sites, shops] = [
    cellOf('group'),
    cellOf('title'),
    cellOf('text'),
    cellOf('language'),
    cellOf('sites'),
    cellOf('shops'),
  ];
  const most = QUICK_REPLY_LIMITS.titleLength;
  const refuse = (reason: ReasonCode) =>
    refusedRow(
      {
        rowNumber,
        group: (group ?? '').slice(0, most).toWellFormed(),
        title: (title || text || '').slice(0, most).toWellFormed(),
      },
      reason,
    );
  if (group === null || title === null || text === null || language === null || sites === null || shops === null) {
    return refuse('import_cell_not_text');
  }
  if (group === '' || text === '') return refuse('quick_reply_row_incomplete');
  const texts = text
    .split(/^[ \t]*---[ \t]*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (texts.length === 0) return refuse('quick_reply_row_incomplete');
  if (texts.length > QUICK_REPLY_LIMITS.parts) return refuse('quick_reply_parts_too_many');
  const isTooLong = group.length > most || title.length > most;
  if (isTooLong || texts.some((part) => part.length > SCREEN_LIMITS.messageTextLength)) {
    return refuse('quick_reply_row_too_long');
  }
  if (![group, title, text].every((value) => value.isWellFormed() && !value.includes('\0'))) {
    return refuse('text_unstorable');
  }
  const spoken = BUYER_LANGUAGES.find((known) => known.toLowerCase() === language.toLowerCase()) ?? null;
  if (language !== '' && spoken === null) return refuse('quick_reply_language_unknown');
  const foundSites = listed(sites).map(siteOf);
  if (foundSites.includes(null)) return refuse('quick_reply_site_unknown');
  const foundShops = listed(shops).map(shopsOf);
  if (foundShops.some((ids) => ids.length === 0)) return refuse('quick_reply_shop_unknown');
  return {
    rowNumber,
    group,
    title,
    texts,
    language: spoken,
    sites: foundSites.flatMap((site) => (site === null ? [] : [{ platform: site.marketplace, country: site.country }])),
    shopIds: foundShops.length === 0 ? null : foundShops.flat(),
  };
}
