import { bringTexts } from '../../../base/texts/i18n.ts';
import type queue from './locales/en.json';

declare module '../../../base/texts/i18n.ts' {
  interface Texts {
    readonly queue: typeof queue;
  }
}

/** Loads the texts of an empty queue, and of a desk without a shop, in the language in use. */
export const needQueueTexts = bringTexts('queue', import.meta.glob<unknown>('./locales/*.json', { import: 'default' }));
