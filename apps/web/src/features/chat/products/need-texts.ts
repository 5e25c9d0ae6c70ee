import { bringTexts } from '../../../base/texts/i18n.ts';
import type products from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly products: typeof products;
  }
}

/** Loads the texts of the Products tab in the language in use. */
export const needProductsTexts = bringTexts(
  'products',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
