import { bringTexts } from '../../../base/texts/i18n.ts';
import type attach from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly attach: typeof attach;
  }
}

/** Loads the texts of attached pictures in the language in use. */
export const needAttachTexts = bringTexts(
  'attach',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
