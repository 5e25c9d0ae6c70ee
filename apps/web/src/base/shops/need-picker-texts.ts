import { bringTexts } from '../texts/i18n.ts';
import type shopPicker from './locales/en.json';

declare module '../texts/i18n.ts' {
  interface Texts {
    readonly shopPicker: typeof shopPicker;
  }
}

/** Loads the texts of the shop picker in the language in use. */
export const needShopPickerTexts = bringTexts(
  'shopPicker',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
