import { bringTexts } from '../../../base/texts/i18n.ts';
import type guard from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly guard: typeof guard;
  }
}

/** Loads the texts of the warnings before a text goes out, in the language in use. */
export const needGuardTexts = bringTexts('guard', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
