import { bringTexts } from '../../base/texts/i18n.ts';
import type timer from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly timer: typeof timer;
  }
}

/** Loads the texts of the page of timed work in the language in use. */
export const needTimerTexts = bringTexts('timer', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
