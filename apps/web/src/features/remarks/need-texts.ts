import { bringTexts } from '../../base/texts/i18n.ts';
import type remarksPage from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly remarksPage: typeof remarksPage;
  }
}

/** Loads the texts of the page of remarks in the language in use. */
export const needRemarksPageTexts = bringTexts(
  'remarksPage',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
