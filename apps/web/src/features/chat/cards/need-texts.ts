import { bringTexts } from '../../../base/texts/i18n.ts';
import type cards from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly cards: typeof cards;
  }
}

/** Loads the texts of the cards in the language in use. */
export const needCardsTexts = bringTexts('cards', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
