import { bringTexts } from '../../../base/texts/i18n.ts';
import type reminder from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly reminder: typeof reminder;
  }
}

/** Loads the texts of the reminder in the language in use. */
export const needReminderTexts = bringTexts(
  'reminder',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
