import type { Locale, Money } from '@pasar/domain';

/**
 * An amount in the format of the reader's language, rounded to the digits that are usual for its currency. The sign says
 * which dollars are meant (`MX$`): a language writes a bare `$` for one currency only.
 */
export function moneyText({ amount, currency }: Money, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'symbol' });
  // As a string, so that a large amount does not lose digits in a float.
  return format.format(amount as Intl.StringNumericLiteral);
}
