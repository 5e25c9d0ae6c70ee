import { bringTexts } from '../../base/texts/i18n.ts';
import type logins from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly logins: typeof logins;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needLoginsTexts = bringTexts(
  'logins',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
