import { bringTexts } from '../../base/texts/i18n.ts';
import type responseRules from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly responseRules: typeof responseRules;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needResponseRulesTexts = bringTexts(
  'responseRules',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
