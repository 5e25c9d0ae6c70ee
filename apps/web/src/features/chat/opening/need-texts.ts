import { bringTexts } from '../../../base/texts/i18n.ts';
import type opening from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly opening: typeof opening;
  }
}

/** Loads the texts of the dialog that opens a conversation, in the language in use. */
export const needOpeningTexts = bringTexts(
  'opening',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
