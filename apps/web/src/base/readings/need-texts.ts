import { bringTexts } from '../texts/i18n.ts';
import type readings from './locales/en.json';

declare module '../texts/i18n.ts' {
  interface Texts {
    readonly readings: typeof readings;
  }
}

/** Loads the texts about reading the lists of shops in the language in use. */
export const needReadingsTexts = bringTexts(
  'readings',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
