import type { Locale } from '@pasar/domain';

/** The Thai list with "and" leaves no space before a name in Latin letters, the list of this type does. */
const TYPES: Readonly<Record<Locale, Intl.ListFormatType>> = {
  en: 'conjunction',
  'zh-CN': 'conjunction',
  'zh-TW': 'conjunction',
  th: 'unit',
};

/** Names in a sentence or a line, joined as the language joins them. */
export const listText = (names: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(locale, { type: TYPES[locale] }).format(names);
