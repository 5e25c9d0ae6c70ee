import { bringTexts } from '../../base/texts/i18n.ts';
import type notifications from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly notifications: typeof notifications;
  }
}

/** Loads the texts of the page of notifications in the language in use. */
export const needNotificationsTexts = bringTexts(
  'notifications',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
