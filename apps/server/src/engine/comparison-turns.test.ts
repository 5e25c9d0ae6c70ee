import { OWN_LIMITS } from '@pasar/domain';
import { expect, test } from 'vitest';
import { ComparisonTurns } from './comparison-turns.ts';

const HOUR_MS = 3_600_000;

test('too many shops of one host get their turns in order, and no more of them in an hour than the budget', () => {
  const turns = new ComparisonTurns();
  const asked = Array.from({ length: 2 * OWN_LIMITS.comparisonsPerHour }, () => turns.take('shopee SG', 1, 1_000));
  expect(asked).toEqual(asked.toSorted((left, right) => left - right));
  expect(asked[0]).toBe(1_000);
  expect(asked.filter((at) => at < 1_000 + HOUR_MS)).toHaveLength(OWN_LIMITS.comparisonsPerHour);
  // A host of its own, and a time when the budget is there again.
  expect(turns.take('shopee MY', 1, 1_000)).toBe(1_000);
  expect(turns.take('shopee SG', 1, 1_000 + 3 * HOUR_MS)).toBe(1_000 + 3 * HOUR_MS);
});

test('a login takes one turn for each of its shops', () => {
  const turns = new ComparisonTurns();
  turns.take('shopee SG', 5, 0);
  expect(turns.take('shopee SG', 1, 0)).toBe((5 * HOUR_MS) / OWN_LIMITS.comparisonsPerHour);
});
