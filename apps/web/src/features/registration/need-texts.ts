import { bringTexts } from '../../base/texts/i18n.ts';
import type registration from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly registration: typeof registration;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needRegistrationTexts = bringTexts(
  'registration',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
