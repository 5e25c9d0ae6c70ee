import { bringTexts } from '../../base/texts/i18n.ts';
import type orderCare from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly orderCare: typeof orderCare;
  }
}

/** Loads the texts of order care in the language in use. */
export const needOrderCareTexts = bringTexts(
  'orderCare',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
