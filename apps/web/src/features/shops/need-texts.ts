import { bringTexts } from '../../base/texts/i18n.ts';
import type shops from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly shops: typeof shops;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needShopsTexts = bringTexts('shops', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
