import { WEBHOOK_LIMITS } from '@pasar/domain';
import { expect, test } from 'vitest';
import { failuresAfter, pauseMsOf } from './queue.ts';

const good = { status: 204, failure: null } as const;
const bad = { status: 500, failure: 'answer' } as const;

test('a success ends the row of failures', () => {
  expect(failuresAfter(2, [bad])).toBe(3);
  expect(failuresAfter(7, [bad, good, bad, bad])).toBe(2);
  expect(failuresAfter(7, [bad, good])).toBe(0);
});

test('a few failures pause nothing, more of them pause longer and longer, up to an hour', () => {
  const { failuresInARow, firstPauseMs, longestPauseMs } = WEBHOOK_LIMITS;
  expect(pauseMsOf(failuresInARow - 1)).toBe(0);
  expect([0, 1, 2].map((more) => pauseMsOf(failuresInARow + more))).toEqual(
    [1, 2, 4].map((times) => times * firstPauseMs),
  );
  expect(pauseMsOf(failuresInARow + 5_000)).toBe(longestPauseMs);
});
