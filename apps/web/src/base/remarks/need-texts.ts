import { bringTexts } from '../texts/i18n.ts';
import type remarks from './locales/en.json';

declare module '../texts/i18n.ts' {
  interface Texts {
    readonly remarks: typeof remarks;
  }
}

/** Loads the texts about a remark in the language in use. */
export const needRemarksTexts = bringTexts(
  'remarks',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
