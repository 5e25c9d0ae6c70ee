import { bringTexts } from '../../../base/texts/i18n.ts';
import type emoji from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly emoji: typeof emoji;
  }
}

/** Loads the texts of the emoji picker in the language in use. */
export const needEmojiTexts = bringTexts('emoji', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
