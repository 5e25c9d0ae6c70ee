import { expect, it } from 'vitest';
import { discountPercent, moneyWords } from './money.ts';

const thb = (amount: string) => ({ amount, currency: 'THB' });

it.each([
  ['70', '100', 30],
  ['99.99', '100', null],
  ['0.335', '1', 67],
  ['100', '100', null],
  ['120', '100', null],
  ['a few', '100', null],
])('tells that %s instead of %s is %s percent off', (price, oldPrice, percent) => {
  expect(discountPercent(thb(price), thb(oldPrice))).toBe(percent);
});

it('tells no discount between two currencies, or without an old price', () => {
  expect(discountPercent(thb('1'), { amount: '2', currency: 'SGD' })).toBeNull();
  expect(discountPercent(thb('1'), null)).toBeNull();
});

it.each([
  ['1290', 'THB 1,290'],
  ['1234567.5', 'THB 1,234,567.5'],
  ['0.99', 'THB 0.99'],
])('writes %s as %s', (amount, words) => {
  expect(moneyWords(thb(amount))).toBe(words);
});
