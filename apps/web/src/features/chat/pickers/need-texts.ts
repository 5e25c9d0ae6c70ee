import { bringTexts } from '../../../base/texts/i18n.ts';
import type pickers from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly pickers: typeof pickers;
  }
}

/** Loads the texts of the pickers in the language in use. */
export const needPickersTexts = bringTexts(
  'pickers',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
