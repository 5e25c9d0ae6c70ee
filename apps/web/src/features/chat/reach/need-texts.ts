import { bringTexts } from '../../../base/texts/i18n.ts';
import type reach from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly reach: typeof reach;
  }
}

/** Loads the texts of notifications in the language in use. */
export const needReachTexts = bringTexts('reach', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
