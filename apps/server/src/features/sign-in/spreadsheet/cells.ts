import type { ReasonCode } from '@pasar/domain';
import { SPREADSHEET_LIMITS } from './limits.ts';

export const CELL_REASONS = [
  'import_too_many_columns',
  'import_cells_too_long',
  'import_cells_not_text',
] as const satisfies readonly ReasonCode[];
export type CellReason = (typeof CELL_REASONS)[number];

/** Nothing is cut and nothing is guessed: cells that cannot be taken as they were typed are named, and the file refused. */
export type CellAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'cells'; readonly reason: CellReason; readonly cells: readonly string[] };

/** As a spreadsheet calls it: column by letters, row by number, both counted from 0 here. */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}

const toText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell));
const isBlank = (cell: unknown): boolean => toText(cell).trim() === '';

/** A spreadsheet keeps dates, truth values and long numbers in its own way: what was typed is lost. */
function isOtherThanTyped(cell: unknown): boolean {
  if (typeof cell === 'number')
    return !/^-?\d+(\.\d+)?$/.test(String(cell)) || Math.abs(cell) > Number.MAX_SAFE_INTEGER;
  return cell !== null && cell !== undefined && typeof cell !== 'string';
}

/** Rows of whatever the reader makes of a sheet, as text. Columns behind those that are read may hold anything that fits. */
export function toCells(sheet: readonly (readonly unknown[])[], columnsRead: number): CellAnswer {
  const wrong: Record<CellReason, string[]> = {
    import_too_many_columns: [],
    import_cells_too_long: [],
    import_cells_not_text: [],
  };
  for (const [at, row] of sheet.entries()) {
    for (const [column, cell] of row.entries()) {
      if (isBlank(cell)) continue;
      const name = cellName(column, at);
      if (column >= SPREADSHEET_LIMITS.columns) wrong.import_too_many_columns.push(name);
      else if (toText(cell).length > SPREADSHEET_LIMITS.cellLength) wrong.import_cells_too_long.push(name);
      else if (column < columnsRead && isOtherThanTyped(cell)) wrong.import_cells_not_text.push(name);
    }
  }
  const reason = CELL_REASONS.find((one) => wrong[one].length > 0);
  if (reason !== undefined) return { kind: 'cells', reason, cells: wrong[reason] };
  return { kind: 'rows', rows: sheet.map((row) => row.slice(0, SPREADSHEET_LIMITS.columns).map(toText)) };
}
