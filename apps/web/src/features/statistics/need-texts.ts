import { bringTexts } from '../../base/texts/i18n.ts';
import type statistics from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly statistics: typeof statistics;
  }
}

/** Loads the texts of the statistics in the language in use. */
export const needStatisticsTexts = bringTexts(
  'statistics',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
