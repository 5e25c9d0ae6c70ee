import { bringTexts } from '../../base/texts/i18n.ts';
import type bulkSend from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly bulkSend: typeof bulkSend;
  }
}

/** Loads the texts of messages to many buyers in the language in use. */
export const needBulkSendTexts = bringTexts(
  'bulkSend',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
