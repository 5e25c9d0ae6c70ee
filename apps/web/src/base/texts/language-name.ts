import { BUYER_LANGUAGES, type BuyerLanguage, type Locale } from '@pasar/domain';

/** The name of a language by its tag, in the language of the screen. Chinese is told apart by its characters. */
export function languageName(language: string, locale: Locale): string {
  const tag = language === 'zh-CN' ? 'zh-Hans' : language === 'zh-TW' ? 'zh-Hant' : language;
  return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? language;
}

export const languageOf = (value: string): BuyerLanguage | null =>
  BUYER_LANGUAGES.find((language) => language === value) ?? null;
