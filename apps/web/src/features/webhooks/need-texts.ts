import { bringTexts } from '../../base/texts/i18n.ts';
import type webhooks from './locales/en.json';

declare module '../../base/texts/i18n.ts' {
  interface Texts {
    readonly webhooks: typeof webhooks;
  }
}

/** Loads the texts of this feature in the language in use. */
export const needWebhooksTexts = bringTexts(
  'webhooks',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
