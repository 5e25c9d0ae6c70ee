import { bringTexts } from '../../../base/texts/i18n.ts';
import type links from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly links: typeof links;
  }
}

/** Loads the texts of the question before a link in the language in use. */
export const needLinksTexts = bringTexts('links', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
