import { bringTexts } from '../../../base/texts/i18n.ts';
import type closing from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly closing: typeof closing;
  }
}

/** Loads the texts of closing a conversation, in the language in use. */
export const needClosingTexts = bringTexts(
  'closing',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
