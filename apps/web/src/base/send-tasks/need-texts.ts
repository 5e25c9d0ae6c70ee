import { bringTexts } from '../texts/i18n.ts';
import type sendTasks from './locales/en.json';

declare module '../texts/i18n.ts' {
  interface Texts {
    readonly sendTasks: typeof sendTasks;
  }
}

/** Loads the texts about tasks that write to buyers in the language in use. */
export const needSendTasksTexts = bringTexts(
  'sendTasks',
  import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
);
