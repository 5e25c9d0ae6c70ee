import { bringTexts } from '../../base/texts/i18n.ts';
import type chat from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly chat: typeof chat;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needChatTexts = bringTexts('chat', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
