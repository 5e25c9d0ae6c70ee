import { bringTexts } from '../../base/texts/i18n.ts';
import type shopWorkbook from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly shopWorkbook: typeof shopWorkbook;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needShopWorkbookTexts = bringTexts(
  'shopWorkbook',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
