import { bringTexts } from '../../base/texts/i18n.ts';
import type reviews from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly reviews: typeof reviews;
  }
}

/** Loads the texts of the page of reviews in the language in use. */
export const needReviewsTexts = bringTexts(
  'reviews',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
