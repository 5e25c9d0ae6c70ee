import { describe, expect, it } from 'vitest';
import { cellName, toCells } from './cells.ts';

const HEADER = ['site', 'account', 'password'];
const read = (...row: readonly unknown[]) => toCells([HEADER, row], 3);
const padded = (at: number, value: unknown): unknown[] => [...Array.from({ length: at }, () => null), value];

describe('the cells of a sheet', () => {
  it('are named as a spreadsheet names them', () => {
    expect(
      [
        [0, 0],
        [20, 2],
        [25, 9],
        [26, 0],
        [701, 0],
        [702, 4],
      ].map(([column = 0, row = 0]) => cellName(column, row)),
    ).toEqual(['A1', 'U3', 'Z10', 'AA1', 'ZZ1', 'AAA5']);
  });

  it('are taken as they stand up to their limits', () => {
    const longest = 'x'.repeat(300);
    const row = ['Shopee SG', '0123', 812_345_678_901, ...padded(16, longest)];
    expect(row).toHaveLength(20);
    expect(read(...row, ' ', '')).toEqual({
      kind: 'rows',
      rows: [HEADER, ['Shopee SG', '0123', '812345678901', ...Array.from({ length: 16 }, () => ''), longest]],
    });
  });

  it('are named where a limit is passed, and nothing is cut', () => {
    expect(read('Shopee SG', 'a@x', 'p', null, 'x'.repeat(301))).toEqual({
      kind: 'cells',
      reason: 'import_cells_too_long',
      cells: ['E2'],
    });
    expect(toCells([HEADER, [], padded(20, 'a'), padded(27, 'b')], 3)).toEqual({
      kind: 'cells',
      reason: 'import_too_many_columns',
      cells: ['U3', 'AB4'],
    });
  });

  it.each([new Date(0), true, 1e21, 12_345_678_901_234_567_000, 1e-7])(
    'are named where the spreadsheet keeps something else than was typed: %s',
    (cell) => {
      expect(read('Shopee SG', 'a@x', cell)).toMatchObject({ reason: 'import_cells_not_text', cells: ['C2'] });
      // Columns that are not imported may hold it.
      expect(read('Shopee SG', 'a@x', 'p', cell)).toMatchObject({ kind: 'rows' });
    },
  );
});
