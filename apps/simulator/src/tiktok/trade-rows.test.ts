import { expect, test } from 'vitest';
import { decimalOf } from './trade-rows.ts';

test.each([
  [0, '0'],
  [1_990_000, '19.9'],
  [100_000, '1'],
  [1, '0.00001'],
  [58_490_100_000, '584901'],
])('%i units are %s', (units, amount) => {
  expect(decimalOf(units)).toBe(amount);
});
