import { bringTexts } from '../../base/texts/i18n.ts';
import type orderBook from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly orderBook: typeof orderBook;
  }
}

/** Loads the texts of the order book in the language in use. */
export const needOrderBookTexts = bringTexts(
  'orderBook',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
