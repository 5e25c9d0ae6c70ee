import { expect, it } from 'vitest';
import { discountPercent, moneyWords, sumByCurrency } from './money.ts';

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

it('sums are exact, by currency, and say when an amount could not be read', () => {
  const vnd = { amount: '999999999999999', currency: 'VND' };
  expect(sumByCurrency([thb('0.1'), vnd, thb('0.2'), vnd, thb('10')])).toEqual({
    sums: [thb('10.3'), { amount: '1999999999999998', currency: 'VND' }],
    isWhole: true,
  });
  expect(sumByCurrency([thb('1'), thb('a lot')])).toEqual({ sums: [thb('1')], isWhole: false });
  expect(sumByCurrency([])).toEqual({ sums: [], isWhole: true });
});
