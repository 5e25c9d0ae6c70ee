import { bringTexts } from '../../base/texts/i18n.ts';
import type search from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly search: typeof search;
  }
}

/** Loads the texts of the search over everything in the language in use. */
export const needSearchTexts = bringTexts(
  'search',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
