import type { Locale, Money } from '@pasar/domain';

/** An amount as the reader's language writes it; a bare `$` would not say whose dollars. The digits are the marketplace's: nothing is rounded to fewer. */
export function moneyText({ amount, currency }: Money, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'symbol' });
  // note: as a string, so that no digit is lost on the way through a float.
  return format.format(amount as Intl.StringNumericLiteral);
}
