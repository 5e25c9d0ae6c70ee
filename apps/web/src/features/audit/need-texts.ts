import { bringTexts } from '../../base/texts/i18n.ts';
import type audit from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly audit: typeof audit;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needAuditTexts = bringTexts('audit', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
