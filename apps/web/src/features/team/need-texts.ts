import { bringTexts } from '../../base/texts/i18n.ts';
import type team from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly team: typeof team;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needTeamTexts = bringTexts('team', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
