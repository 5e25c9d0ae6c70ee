import { bringTexts } from '../../../base/texts/i18n.ts';
import type alertNews from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly alertNews: typeof alertNews;
  }
}

/** Loads what an alert says, without the texts of the settings, which the bar does not show. */
export const needAlertNewsTexts = bringTexts(
  'alertNews',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
