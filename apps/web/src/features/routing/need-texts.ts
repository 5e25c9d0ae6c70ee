import { bringTexts } from '../../base/texts/i18n.ts';
import type routing from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly routing: typeof routing;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needRoutingTexts = bringTexts(
  'routing',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
