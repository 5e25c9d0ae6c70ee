import { bringTexts } from '../../../base/texts/i18n.ts';
import type dueNews from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly dueNews: typeof dueNews;
  }
}

/** Loads the texts of the warnings in the language in use. */
export const needDueNewsTexts = bringTexts(
  'dueNews',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
