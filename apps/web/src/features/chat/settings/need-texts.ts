import { bringTexts } from '../../../base/texts/i18n.ts';
import type chatSettings from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly chatSettings: typeof chatSettings;
  }
}

/** Loads the texts of the chat settings in the language in use. */
export const needChatSettingsTexts = bringTexts(
  'chatSettings',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
