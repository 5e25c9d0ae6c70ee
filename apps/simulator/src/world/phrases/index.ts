import type { Buyer } from '../types.ts';
import { english } from './en.ts';
import type { PhraseBook } from './types.ts';

export const PHRASE_BOOKS: Readonly<Record<Buyer['language'], PhraseBook>> = {
  en: english,
  th: english,
  vi: english,
  id: english,
  ms: english,
  zh: english,
  tl: english,
  pt: english,
};
