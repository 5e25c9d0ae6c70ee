import { expect, test } from 'vitest';
import { actionOf, dayStart } from './filter.ts';

test('a day begins at its midnight here, and the day after it at the next', () => {
  expect(dayStart('2026-11-23')).toBe(new Date(2026, 10, 23).getTime());
  expect(dayStart('2026-11-30', 1)).toBe(new Date(2026, 11, 1).getTime());
  expect(dayStart('')).toBeUndefined();
});

test('an action that does not exist limits nothing', () => {
  expect(actionOf('login')).toBe('login');
  expect(actionOf('')).toBeUndefined();
});
