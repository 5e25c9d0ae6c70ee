import { bringTexts } from '../../base/texts/i18n.ts';
import type teamFigures from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly teamFigures: typeof teamFigures;
  }
}

/** Loads the texts of the team figures in the language in use. */
export const needTeamFiguresTexts = bringTexts(
  'teamFigures',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
