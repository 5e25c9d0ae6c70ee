import { bringTexts } from '../../../base/texts/i18n.ts';
import type autoReply from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly autoReply: typeof autoReply;
  }
}

/** Loads the texts of automatic answers, in the language in use. */
export const needAutoReplyTexts = bringTexts(
  'autoReply',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
