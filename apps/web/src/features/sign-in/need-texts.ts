import { bringTexts } from '../../base/texts/i18n.ts';
import type signIn from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly signIn: typeof signIn;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needSignInTexts = bringTexts(
  'signIn',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
