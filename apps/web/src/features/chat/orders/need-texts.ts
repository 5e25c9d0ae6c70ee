import { bringTexts } from '../../../base/texts/i18n.ts';
import type orders from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly orders: typeof orders;
  }
}

/** Loads the texts of the orders in the language in use. */
export const needOrdersTexts = bringTexts(
  'orders',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
