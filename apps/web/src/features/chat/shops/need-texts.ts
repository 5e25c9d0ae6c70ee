import { bringTexts } from '../../../base/texts/i18n.ts';
import type shopList from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly shopList: typeof shopList;
  }
}

/** Loads the texts of the menus of the shop list in the language in use. */
export const needShopListTexts = bringTexts(
  'shopList',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
