import type { Locale, Money } from '@pasar/domain';

/** The sign that sellers write before a price. A bare `$` would not say which dollars are meant. */
const SIGNS: Readonly<Record<string, string>> = {
  BRL: 'R$',
  CLP: 'CL$',
  CNY: '¥',
  COP: 'CO$',
  EUR: '€',
  GBP: '£',
  IDR: 'Rp',
  MXN: 'MX$',
  MYR: 'RM',
  PHP: '₱',
  PLN: 'zł',
  SGD: 'S$',
  THB: '\u0e3f',
  TWD: 'NT$',
  USD: 'US$',
  VND: '₫',
};

/**
 * A price as sellers write it, by one rule for all currencies and languages: the sign, then the number without a space.
 * The number has the digits that are usual for its currency, and none after the point when it is whole. A currency
 * without a sign here is written by its code.
 */
export function moneyText({ amount, currency }: Money, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  // As a string, so that a large amount does not lose digits in a float.
  const parts = format.formatToParts(amount as Intl.StringNumericLiteral);
  const number = parts.filter(({ type }) => type !== 'currency' && type !== 'literal' && type !== 'minusSign');
  const sign = SIGNS[currency] ?? `${currency}\u00a0`;
  const minus = parts.some(({ type }) => type === 'minusSign') ? '-' : '';
  return `${minus}${sign}${number.map(({ value }) => value).join('')}`;
}
