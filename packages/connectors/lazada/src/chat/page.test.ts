import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextCursor, parseCursor, type Row, withoutRepeats } from './page.ts';

/** Reads all pages of a list that starts at a given time, with or without rows of that time itself. */
function readAll(list: readonly Row[], pageSize: number, isInclusive: boolean): readonly string[] {
  const found: string[] = [];
  let cursorText: string | null = null;
  for (let page = 0; page < 1_000; page += 1) {
    const cursor = parseCursor(cursorText);
    if (cursor === null) throw new Error('own cursor refused');
    const { startTime } = cursor;
    const open = list.filter((row) => startTime < 0 || (isInclusive ? row.time <= startTime : row.time < startTime));
    const rows = open.slice(0, pageSize);
    found.push(...withoutRepeats(cursor, rows).map((row) => row.id));
    cursorText = nextCursor(cursor, rows, open.length > pageSize);
    if (cursorText === null) return found;
  }
  throw new Error('paging does not end');
}

describe('cursors', () => {
  it('find every row once, whether or not the start time is included', () => {
    const lists = fc
      .array(fc.integer({ min: 1_000, max: 1_020 }), { maxLength: 60 })
      .map((times) => times.toSorted((left, right) => right - left).map((time, index) => ({ id: `r${index}`, time })))
      // When one or two milliseconds have more rows than a page holds, no client can reach all of them.
      .filter((rows) => rows.every(({ time }) => rows.filter((row) => Math.abs(row.time - time) <= 1).length < 20));
    fc.assert(
      fc.property(lists, fc.boolean(), (list, isInclusive) => {
        expect(readAll(list, 20, isInclusive)).toEqual(list.map((row) => row.id));
      }),
    );
  });

  it('step over a millisecond that holds more rows than a page', () => {
    const crowd = Array.from({ length: 70 }, (_, index) => ({ id: `c${index}`, time: 1_000 }));
    const found = readAll([...crowd, { id: 'older', time: 900 }], 20, true);
    expect(found.at(-1)).toBe('older');
  });

  it('refuse a foreign cursor', () => {
    expect(parseCursor('{"startTime":"1"}')).toBeNull();
    expect(parseCursor('nonsense')).toBeNull();
  });
});
