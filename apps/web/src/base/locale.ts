import { FALLBACK_LOCALE, type Locale, matchLocale } from '@pasar/domain';

const STORED_KEY = 'pasar.locale';

/**
 * The locale by spec 1 §1: the `lang` of the query, else the stored locale, else the browser's; an unsupported locale
 * gives en.
 */
export function chooseLocale(search: string, stored: string | null, browser: readonly string[]): Locale {
  const asked = new URLSearchParams(search).get('lang');
  if (asked !== null) return matchLocale(asked) ?? FALLBACK_LOCALE;
  const kept = stored === null ? null : matchLocale(stored);
  if (kept !== null) return kept;
  return matchLocale(browser[0] ?? '') ?? FALLBACK_LOCALE;
}

export function initialLocale(): Locale {
  const locale = chooseLocale(location.search, localStorage.getItem(STORED_KEY), navigator.languages);
  // The language of a link is stored, because the next page has no query (our choice).
  if (new URLSearchParams(location.search).has('lang')) storeLocale(locale);
  return locale;
}

export const storeLocale = (locale: Locale): void => localStorage.setItem(STORED_KEY, locale);

/** The name of each language in that language. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  th: 'ไทย',
};
