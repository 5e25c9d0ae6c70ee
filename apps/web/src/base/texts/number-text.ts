import type { Locale } from '@pasar/domain';

const formats = new Map<string, Intl.NumberFormat>();

/** 50,000: a number as the language separates it. All numbers in texts are drawn so (`i18n.ts`). */
export function numberText(value: number, locale: Locale): string {
  const known = formats.get(locale);
  if (known !== undefined) return known.format(value);
  const made = new Intl.NumberFormat(`${locale}-u-nu-latn`);
  formats.set(locale, made);
  return made.format(value);
}
