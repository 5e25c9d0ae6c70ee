import { SPREADSHEET_LIMITS } from './limits.ts';

/** A cell as it was typed; null where the spreadsheet holds something else than was typed. */
export type Cell = string | null;

/** A spreadsheet stores dates, booleans and long numbers in a form of its own, which loses what was typed. */
function isOtherThanTyped(cell: unknown): boolean {
  if (typeof cell === 'number')
    return !/^-?\d+(\.\d+)?$/.test(String(cell)) || Math.abs(cell) > Number.MAX_SAFE_INTEGER;
  return cell !== null && cell !== undefined && typeof cell !== 'string';
}

function toCell(cell: unknown, cellLength: number): Cell {
  if (isOtherThanTyped(cell)) return null;
  return cell === null || cell === undefined ? '' : String(cell).slice(0, cellLength);
}

/** The rows of a parsed sheet; longer cells are cut. Notes in further columns may hold anything. */
export const toCells = (sheet: readonly (readonly unknown[])[], cellLength: number): Cell[][] =>
  sheet.map((row) => row.slice(0, SPREADSHEET_LIMITS.columns).map((cell) => toCell(cell, cellLength)));
