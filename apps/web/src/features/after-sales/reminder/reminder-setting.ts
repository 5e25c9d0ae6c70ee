import { AFTER_SALES_KINDS } from '@pasar/domain';
import { z } from 'zod';
import { createStoredStore } from '../../../ui/stored.ts';

/** Minutes after which a case that nobody has seen is reminded of again; null: once only (our choice). */
export const REMIND_EVERY = [5, 15, 30, 60, null] as const;

const setting = z.object({
  kinds: z.array(z.enum(AFTER_SALES_KINDS)),
  everyMinutes: z.union(REMIND_EVERY.map((minutes) => z.literal(minutes))),
  hasSound: z.boolean(),
});
export type ReminderSetting = z.infer<typeof setting>;

/** Kept in this browser, because a sound and a notification are the browser's. */
export const reminderSetting = createStoredStore(localStorage, 'pasar.afterSalesReminder', setting, {
  kinds: [...AFTER_SALES_KINDS],
  everyMinutes: 15,
  hasSound: true,
});
