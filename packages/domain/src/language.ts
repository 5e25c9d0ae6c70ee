import type { Country } from './marketplace.ts';

/** Languages in which buyers write and are answered, as BCP 47 names. */
export const BUYER_LANGUAGES = ['en', 'id', 'ms', 'th', 'vi', 'zh-Hant', 'zh-Hans', 'pt', 'es', 'fr', 'pl'] as const;
export type BuyerLanguage = (typeof BUYER_LANGUAGES)[number];

/**
 * The language of a country's buyers (our choice). The sites that are no country have English, as the specification has
 * for the global site of the short-video marketplace.
 */
const LANGUAGE_OF: Readonly<Record<Country, BuyerLanguage>> = {
  ID: 'id',
  TW: 'zh-Hant',
  VN: 'vi',
  TH: 'th',
  PH: 'en',
  MY: 'ms',
  SG: 'en',
  BR: 'pt',
  MX: 'es',
  CL: 'es',
  CO: 'es',
  PL: 'pl',
  ES: 'es',
  FR: 'fr',
  GB: 'en',
  CNSC: 'en',
  GLOBAL: 'en',
  CB: 'en',
};

/** The letters of a language, and the share of all letters from which they tell it. */
interface Script {
  readonly letters: RegExp;
  /** A name or a word in another language stays below it. */
  readonly share: number;
  readonly languageIn: (country: Country) => BuyerLanguage;
}
const SCRIPTS: readonly Script[] = [
  { letters: /\p{Script=Thai}/gu, share: 0.3, languageIn: () => 'th' },
  { letters: /\p{Script=Han}/gu, share: 0.3, languageIn: (country) => (country === 'TW' ? 'zh-Hant' : 'zh-Hans') },
  // Letters that no other language of the list has; most letters of a Vietnamese text are common ones.
  { letters: /[ăđĩũơưạ-ỹ]/giu, share: 0.08, languageIn: () => 'vi' },
];
const LETTER = /\p{L}/gu;
const WITHOUT_LATIN: readonly BuyerLanguage[] = ['th', 'zh-Hant'];

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The language in which to answer: that of the buyer's last messages where their letters tell it, else that of the
 * shop's country. Latin letters tell nothing in a country that writes them, because Malay, Indonesian and English have
 * the same; in Thailand and Taiwan they are taken for English.
 */
export function buyerLanguage(country: Country, lastMessages: readonly string[]): BuyerLanguage {
  const text = lastMessages.join('\n').normalize('NFC');
  const letters = countOf(text, LETTER);
  const own = LANGUAGE_OF[country];
  if (letters === 0) return own;
  const script = SCRIPTS.find((candidate) => countOf(text, candidate.letters) / letters >= candidate.share);
  if (script !== undefined) return script.languageIn(country);
  return WITHOUT_LATIN.includes(own) && countOf(text, /\p{Script=Latin}/gu) === letters ? 'en' : own;
}
