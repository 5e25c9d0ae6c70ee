import type { Locale } from '@pasar/domain';

/** The Thai list with "and" leaves no space before a name in Latin letters, the list of this type does. */
const TYPES: Readonly<Record<Locale, Intl.ListFormatType>> = {
  en: 'conjunction',
  'zh-CN': 'conjunction',
  'zh-TW': 'conjunction',
  th: 'unit',
};
const lists = new Map<Locale, Intl.ListFormat>();

/** Names in a sentence or a line, joined as the language joins them. */
export function listText(names: readonly string[], locale: Locale): string {
  const known = lists.get(locale) ?? new Intl.ListFormat(locale, { type: TYPES[locale] });
  lists.set(locale, known);
  return known.format(names);
}
