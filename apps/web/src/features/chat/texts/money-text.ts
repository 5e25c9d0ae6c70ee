import type { Locale, Money } from '@pasar/domain';

/**
 * An amount in the format of the reader's language, with the currency code, because `$` alone fits several currencies.
 * All digits of the marketplace are kept; nothing is rounded.
 */
export function moneyText({ amount, currency }: Money, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'symbol' });
  // As a string, so that no digit is lost in a float.
  return format.format(amount as Intl.StringNumericLiteral);
}
