import { bringTexts } from '../../../base/texts/i18n.ts';
import type buyerTagRules from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly buyerTagRules: typeof buyerTagRules;
  }
}

/** Loads the texts of the rules of buyer tags, in the language in use. */
export const needBuyerTagRulesTexts = bringTexts(
  'buyerTagRules',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
