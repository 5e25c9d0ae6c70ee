import { bringTexts } from '../../../base/texts/i18n.ts';
import type together from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly together: typeof together;
  }
}

/** Loads the texts of working together, in the language in use. */
export const needTogetherTexts = bringTexts(
  'together',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
