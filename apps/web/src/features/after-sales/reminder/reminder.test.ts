import { expect, it } from 'vitest';
import { countOf, isDue } from './reminder.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

it('counts only the kinds that were chosen', () => {
  const unseen = { cancel: 1, refund: 2, return: 4 };
  expect(countOf(unseen, { kinds: ['cancel', 'return'] })).toBe(5);
  expect(countOf(unseen, { kinds: [] })).toBe(0);
});

it('reminds at once of more cases, again after the time, and never of none', () => {
  const every = { everyMinutes: 15 } as const;
  expect(isDue(0, null, every, NOW)).toBe(false);
  expect(isDue(1, null, every, NOW)).toBe(true);
  expect(isDue(1, { at: NOW - 14 * MINUTE, count: 1 }, every, NOW)).toBe(false);
  expect(isDue(2, { at: NOW - MINUTE, count: 1 }, every, NOW)).toBe(true);
  expect(isDue(1, { at: NOW - 15 * MINUTE, count: 2 }, every, NOW)).toBe(true);
  expect(isDue(1, { at: NOW - 600 * MINUTE, count: 1 }, { everyMinutes: null }, NOW)).toBe(false);
});
