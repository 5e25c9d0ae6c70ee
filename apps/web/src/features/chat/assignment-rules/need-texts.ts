import { bringTexts } from '../../../base/texts/i18n.ts';
import type assignment from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly assignment: typeof assignment;
  }
}

/** Loads the texts of the rules of assignment, in the language in use. */
export const needAssignmentTexts = bringTexts(
  'assignment',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
