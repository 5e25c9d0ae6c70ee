import { type ReasonWithDetail, reasonsWithDetail } from '@pasar/domain';
import { SPREADSHEET_LIMITS } from './limits.ts';

export type CellReason = ReasonWithDetail<'cells'>;
export const CELL_REASONS = reasonsWithDetail('cells');

/**
 * No cell is shortened or guessed: the answer names the cells that cannot be taken as they were typed, and the file is
 * refused.
 */
export type CellAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'cells'; readonly reason: CellReason; readonly cells: readonly string[] };

/** The name of a cell in a spreadsheet, such as `B7`. `column` and `row` count from 0. */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}

const toText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell));
const isBlank = (cell: unknown): boolean => toText(cell).trim() === '';

/** A spreadsheet stores dates, booleans and long numbers in a form of its own, which loses what was typed. */
function isOtherThanTyped(cell: unknown): boolean {
  if (typeof cell === 'number')
    return !/^-?\d+(\.\d+)?$/.test(String(cell)) || Math.abs(cell) > Number.MAX_SAFE_INTEGER;
  return cell !== null && cell !== undefined && typeof cell !== 'string';
}

/** The rows of a parsed sheet as text. Columns from `columnsRead` on may hold anything within the limits. */
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
