import { bringTexts } from '../../../base/texts/i18n.ts';
import type suggestions from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly suggestions: typeof suggestions;
  }
}

/** Loads the texts of suggestions in the language in use. */
export const needSuggestionsTexts = bringTexts(
  'suggestions',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
