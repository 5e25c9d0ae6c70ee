import { LOCALES, type Money } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { moneyText } from './money-text.ts';

const money = (amount: string, currency: string): Money => ({ amount, currency });

describe('a price', () => {
  it.each([
    ['130.9', 'MYR', 'RM130.90'],
    ['6', 'SGD', 'S$6'],
    ['832.00', 'TWD', 'NT$832'],
    ['625000', 'VND', '₫625,000'],
    ['1299.5', 'PHP', '₱1,299.50'],
    ['399', 'THB', '฿399'],
    ['145000', 'IDR', 'Rp145,000'],
    ['-12.3', 'BRL', '-R$12.30'],
    ['12345678901234567890', 'IDR', 'Rp12,345,678,901,234,567,890'],
  ])('of %s %s is written as sellers write it, alike in every language', (amount, currency, text) => {
    expect(LOCALES.map((locale) => moneyText(money(amount, currency), locale))).toEqual(LOCALES.map(() => text));
  });

  it('in a currency without a known sign begins with its code', () => {
    expect(moneyText(money('5', 'CHF'), 'en')).toBe('CHF\u00a05');
  });
});
