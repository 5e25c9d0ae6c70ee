/** The interface locales of spec 1 §1, and the fallback for any other. */
export const LOCALES = ['zh-CN', 'zh-TW', 'en', 'th'] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = 'en';

/** The supported locale that a tag names: exact, else by language and script; null when none fits. */
export function matchLocale(tag: string): Locale | null {
  const lower = tag.trim().toLowerCase();
  const exact = LOCALES.find((locale) => locale.toLowerCase() === lower);
  if (exact) return exact;
  const [language, ...rest] = lower.split('-');
  if (language === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN';
  return language === 'en' || language === 'th' ? language : null;
}
