import { bringTexts } from '../../../../base/texts/i18n.ts';
import type remarkForm from './locales/en.json';

declare module '../../../../base/texts/i18n.ts' {
  interface Texts {
    readonly remarkForm: typeof remarkForm;
  }
}

/** Loads the texts of the form of a remark in the language in use. */
export const needRemarkFormTexts = bringTexts(
  'remarkForm',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
