import { bringTexts } from '../base/texts/i18n.ts';
import type shell from './locales/en.json';

declare module '../base/texts/i18n.ts' {
  interface Texts {
    readonly shell: typeof shell;
  }
}

/** Loads the texts of the shell in the language in use. */
export const needShellTexts = bringTexts('shell', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
