import { bringTexts } from '../../../../base/texts/i18n.ts';
import type bulk from './locales/en.json';

declare module '../../../../base/texts/i18n.ts' {
  interface Texts {
    readonly bulk: typeof bulk;
  }
}

/** Loads the texts of actions on many conversations in the language in use. */
export const needBulkTexts = bringTexts('bulk', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
