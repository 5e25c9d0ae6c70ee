import type { Language } from '../languages.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { indonesian } from './id.ts';
import { malay } from './ms.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { thai } from './th.ts';
import { tagalog } from './tl.ts';
import type { PhraseBook } from './types.ts';
import { vietnamese } from './vi.ts';
import { traditionalChinese } from './zh.ts';

export const PHRASE_BOOKS: Readonly<Record<Language, PhraseBook>> = {
  th: thai,
  vi: vietnamese,
  id: indonesian,
  ms: malay,
  en: english,
  zh: traditionalChinese,
  tl: tagalog,
  pt: portuguese,
  es: spanish,
  pl: polish,
  fr: french,
};
