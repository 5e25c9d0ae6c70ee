import { describe, expect, it } from 'vitest';
import { toCells } from './cells.ts';

describe('the cells of a sheet', () => {
  it('are taken as they were typed; a cell that is too long stays too long', () => {
    const [row = []] = toCells(
      [['Shopee SG', '0123', 812_345_678_901, null, 'x'.repeat(9_000), undefined, ' a ']],
      300,
    );
    expect(row.slice(0, 4)).toEqual(['Shopee SG', '0123', '812345678901', '']);
    expect(row[4]).toHaveLength(300);
    expect(row.slice(5)).toEqual(['', ' a ']);
    expect(toCells([Array.from({ length: 30 }, () => 'a')], 300)[0]).toHaveLength(20);
  });

  it.each([new Date(0), true, 1e21, 12_345_678_901_234_567_000, 1e-7])(
    'are null where the spreadsheet keeps something else than was typed: %s',
    (cell) => expect(toCells([['a', cell]], 300)).toEqual([['a', null]]),
  );
});
