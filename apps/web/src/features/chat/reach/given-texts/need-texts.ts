import { bringTexts } from '../../../../base/texts/i18n.ts';
import type given from './locales/en.json';

declare module '../../../../base/texts/i18n.ts' {
  interface Texts {
    readonly given: typeof given;
  }
}

/** Loads the texts about what somebody gives the member, in the language in use. */
export const needGivenTexts = bringTexts('given', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
