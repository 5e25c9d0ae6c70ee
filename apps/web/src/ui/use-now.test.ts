import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepServerTime, presentTime } from './use-now.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 12) });
});
afterEach(() => {
  keepServerTime(Date.now());
  vi.useRealTimers();
});

it('the present time is the server’s where the computer’s clock is wrong, and the computer’s where they agree', () => {
  expect(presentTime()).toBe(Date.now());
  keepServerTime(Date.now() - 1_500);
  expect(presentTime()).toBe(Date.now());
  keepServerTime(Date.now() + HOUR);
  expect(presentTime()).toBe(Date.now() + HOUR);
  // The time that a message takes moves nothing.
  vi.advanceTimersByTime(10_000);
  keepServerTime(Date.now() + HOUR - 700);
  expect(presentTime()).toBe(Date.now() + HOUR);
  // The person has set the clock right.
  vi.setSystemTime(Date.now() + HOUR);
  keepServerTime(Date.now() - 200);
  expect(presentTime()).toBe(Date.now());
});
