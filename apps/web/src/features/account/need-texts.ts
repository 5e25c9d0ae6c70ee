import { bringTexts } from '../../base/texts/i18n.ts';
import type account from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly account: typeof account;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needAccountTexts = bringTexts(
  'account',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
