import { bringTexts } from '../../base/texts/i18n.ts';
import type data from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly data: typeof data;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needDataTexts = bringTexts('data', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
