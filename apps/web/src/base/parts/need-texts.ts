import { bringTexts } from '../texts/i18n.ts';
import type parts from './locales/en.json';

declare module '../texts/i18n.ts' {
  interface Texts {
    readonly parts: typeof parts;
  }
}

/** Loads the texts about the parts of a message in the language in use. */
export const needPartsTexts = bringTexts('parts', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
