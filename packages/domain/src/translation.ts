import type { Locale } from './locale.ts';
import type { Country } from './marketplace.ts';

/** The languages of spec 1 §9, and Simplified Chinese, in which the specification's own side reads. */
export const TRANSLATION_LANGUAGES = ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'vi', 'ms'] as const;
export type TranslationLanguage = (typeof TRANSLATION_LANGUAGES)[number];

/**
 * A language that was told of a text. Simplified and Traditional Chinese are one, because either reader reads both;
 * `other` is a language that is not translated into.
 */
export type ToldLanguage = 'zh' | Exclude<TranslationLanguage, 'zh-CN' | 'zh-TW'> | 'other' | 'unsure';

/** The language in which buyers of a country are written to; null where the specification's list has none. */
const LANGUAGE_OF_COUNTRY: Readonly<Record<Country, TranslationLanguage | null>> = {
  ID: 'id',
  TW: 'zh-TW',
  VN: 'vi',
  TH: 'th',
  PH: 'en',
  MY: 'ms',
  SG: 'en',
  BR: null,
  MX: null,
  CL: null,
  CO: null,
  PL: null,
  ES: null,
  FR: null,
  GB: 'en',
  CNSC: null,
  GLOBAL: null,
  CB: null,
};
export const languageOfCountry = (country: Country): TranslationLanguage | null => LANGUAGE_OF_COUNTRY[country];

/** The language in which a member reads: that of the screen. */
export const languageOfLocale = (locale: Locale): TranslationLanguage => locale;

/** Whether a reader of the language reads a text of the told language as it is. */
export const isReadIn = (told: ToldLanguage, language: TranslationLanguage): boolean =>
  told === (language.startsWith('zh') ? 'zh' : language);

/** The switches of the incoming translation, the widest first. Null: not set, so the wider one decides. */
export interface TranslationSwitches {
  readonly account: boolean | null;
  readonly shop: boolean | null;
  readonly conversation: boolean | null;
}
/** The narrowest switch that is set decides; none is off. */
export const isTranslated = ({ account, shop, conversation }: TranslationSwitches): boolean =>
  conversation ?? shop ?? account ?? false;
