import { expect, test } from 'vitest';
import { TokenPace } from './token-pace.ts';

test('a token makes so many calls in a minute, and then no more until the next', () => {
  let now = 0;
  const pace = new TokenPace(() => now);
  const made = (token: string) => Array.from({ length: 700 }, () => pace.admits(token)).filter((is) => is).length;
  expect(made('a')).toBe(600);
  expect(made('b')).toBe(600);
  now += 60_000;
  expect(made('a')).toBe(600);
});
