import { bringTexts } from '../../base/texts/i18n.ts';
import type afterSales from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly afterSales: typeof afterSales;
  }
}

/** Loads the texts of the page of after-sales in the language in use. */
export const needAfterSalesTexts = bringTexts(
  'afterSales',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
