import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Holding, roomOf, toHandOver } from './sharing.ts';

const holding = (held: number, place = 0): Holding => ({ holder: String.fromCharCode(97 + place), held });
const give = (mine: number, ...others: readonly number[]) =>
  toHandOver(
    holding(mine),
    others.map((held, place) => holding(held, place + 1)),
  );

test('one process keeps everything, and equal shares stay as they are', () => {
  expect(give(500)).toBe(0);
  expect(give(4, 3, 3)).toBe(0);
  expect(give(0, 0)).toBe(0);
});

test('a process that joins is given connections a few at a time, by one process where one is to give', () => {
  expect(give(2, 0)).toBe(1);
  expect(give(1_000, 0)).toBe(5);
  expect(give(4, 4, 2)).toBe(1);
  expect(toHandOver(holding(4, 1), [holding(4, 0), holding(2, 2)])).toBe(0);
  expect(roomOf(holding(0), [holding(999, 1)])).toBe(500);
  expect(roomOf(holding(500), [holding(499, 1)])).toBe(0);
});

test('from any shares, rounds of all processes end in shares that differ by one at most', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }), (begin) => {
      let all = begin.map(holding);
      let free = 0;
      const without = ({ holder }: Holding) => all.filter((other) => other.holder !== holder);
      for (let round = 0; round < 300; round += 1) {
        const given = all.map((mine) => toHandOver(mine, without(mine)));
        all = all.map((mine, place) => ({ ...mine, held: mine.held - (given[place] ?? 0) }));
        free += given.reduce((sum, count) => sum + count, 0);
        for (const [place, mine] of all.entries()) {
          const taken = Math.min(free, roomOf(mine, without(mine)));
          free -= taken;
          all = all.with(place, { ...mine, held: mine.held + taken });
        }
      }
      const counts = all.map(({ held }) => held);
      expect(free).toBe(0);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
  );
});
