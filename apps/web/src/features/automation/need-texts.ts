import { bringTexts } from '../../base/texts/i18n.ts';
import type automation from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly automation: typeof automation;
  }
}

/** Loads the texts about everything that is sent without a person, in the language in use. */
export const needAutomationTexts = bringTexts(
  'automation',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
