import { bringTexts } from '../../../base/texts/i18n.ts';
import type quickReplies from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly quickReplies: typeof quickReplies;
  }
}

/** Loads the texts of quick replies in the language in use. */
export const needQuickRepliesTexts = bringTexts(
  'quickReplies',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
