import { bringTexts } from '../../../../base/texts/i18n.ts';
import type marketplaceSearch from './locales/en.json';

declare module '../../../../base/texts/i18n.ts' {
  interface Texts {
    readonly marketplaceSearch: typeof marketplaceSearch;
  }
}

/** Loads the texts of the search at the marketplaces in the language in use. */
export const needMarketplaceSearchTexts = bringTexts(
  'marketplaceSearch',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
