import { bringTexts } from '../../base/texts/i18n.ts';
import type shopGroups from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly shopGroups: typeof shopGroups;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needShopGroupsTexts = bringTexts(
  'shopGroups',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
