import { bringTexts } from '../../../base/texts/i18n.ts';
import type messages from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly messages: typeof messages;
  }
}

/** Loads the texts of the actions on messages in the language in use. */
export const needMessagesTexts = bringTexts(
  'messages',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
