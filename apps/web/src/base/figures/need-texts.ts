import { bringTexts } from '../texts/i18n.ts';
import type figures from './locales/en.json';

declare module '../texts/i18n.ts' {
  interface Texts {
    readonly figures: typeof figures;
  }
}

/** Loads the texts that all pages of figures share, in the language in use. */
export const needFiguresTexts = bringTexts(
  'figures',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
