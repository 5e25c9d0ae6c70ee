import { bringTexts } from '../../base/texts/i18n.ts';
import type security from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly security: typeof security;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needSecurityTexts = bringTexts(
  'security',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
