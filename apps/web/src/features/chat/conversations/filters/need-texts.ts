import { bringTexts } from '../../../../base/texts/i18n.ts';
import type listFilters from './locales/en.json';

declare module '../../../../base/texts/i18n.ts' {
  interface Texts {
    readonly listFilters: typeof listFilters;
  }
}

/** Loads the texts of the filters and saved views of the conversation list in the language in use. */
export const needFilterTexts = bringTexts(
  'listFilters',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
