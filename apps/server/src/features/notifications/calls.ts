import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading, withoutTransaction } from '../handler.ts';
import { readAllNotifications, readNotification } from './mark-read.ts';
import { listNotifications, notificationCounts } from './notifications.ts';

export const NOTIFICATIONS_HANDLERS: HandlersOf<typeof CALLS.notifications> = {
  listNotifications: reading(listNotifications),
  notificationCounts: reading(notificationCounts),
  readNotification: withoutTransaction(readNotification),
  readAllNotifications: withoutTransaction(readAllNotifications),
};
