import { bringTexts } from '../../../base/texts/i18n.ts';
import type buyerTags from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly buyerTags: typeof buyerTags;
  }
}

/** Loads the texts about tags of buyers in the language in use. */
export const needTagsTexts = bringTexts(
  'buyerTags',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
