import { bringTexts } from '../../base/texts/i18n.ts';
import type alerts from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly alerts: typeof alerts;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needAlertsTexts = bringTexts(
  'alerts',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
