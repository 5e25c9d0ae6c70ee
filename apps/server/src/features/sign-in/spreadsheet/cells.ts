import { SPREADSHEET_LIMITS } from './limits.ts';

/** A cell as it was typed; null where the spreadsheet holds something else than was typed. */
export type Cell = string | null;

/** A spreadsheet stores dates, booleans and long numbers in a form of its own, which loses what was typed. */
function isOtherThanTyped(cell: unknown): boolean {
  if (typeof cell === 'number')
    return !/^-?\d+(\.\d+)?$/.test(String(cell)) || Math.abs(cell) > Number.MAX_SAFE_INTEGER;
  return cell !== null && cell !== undefined && typeof cell !== 'string';
}

function toCell(cell: unknown): Cell {
  if (isOtherThanTyped(cell)) return null;
  // A cell that is cut here is still too long for an account and for a password.
  return cell === null || cell === undefined ? '' : String(cell).slice(0, SPREADSHEET_LIMITS.cellLength);
}

/** The rows of a parsed sheet. Notes in further columns may hold anything. */
export const toCells = (sheet: readonly (readonly unknown[])[]): Cell[][] =>
  sheet.map((row) => row.slice(0, SPREADSHEET_LIMITS.columns).map(toCell));
