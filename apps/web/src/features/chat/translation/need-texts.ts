import { bringTexts } from '../../../base/texts/i18n.ts';
import type translate from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly translate: typeof translate;
  }
}

/** Loads the texts of translations in the language in use. */
export const needTranslateTexts = bringTexts(
  'translate',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
