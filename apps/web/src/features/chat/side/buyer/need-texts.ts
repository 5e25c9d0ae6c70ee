import { bringTexts } from '../../../../base/texts/i18n.ts';
import type buyer from './locales/en.json';

declare module '../../../../base/texts/i18n.ts' {
  interface Texts {
    readonly buyer: typeof buyer;
  }
}

/** Loads the texts about a buyer in the language in use. */
export const needBuyerTexts = bringTexts('buyer', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
