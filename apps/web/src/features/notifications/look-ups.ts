import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';
import { AT_MOST_EVERY_MS, isChangeOf } from '../../base/readings/look-ups.ts';

const ofNotifications = isChangeOf('notifications');
const READ = [CALLS.notifications.readNotification, CALLS.notifications.readAllNotifications];

export const NOTIFICATIONS: LookUp<typeof CALLS.notifications.listNotifications> = {
  call: CALLS.notifications.listNotifications,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofNotifications, calls: READ, atMostEveryMs: AT_MOST_EVERY_MS },
};
export const NOTIFICATION_COUNTS: LookUp<typeof CALLS.notifications.notificationCounts> = {
  call: CALLS.notifications.notificationCounts,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofNotifications, calls: READ, atMostEveryMs: AT_MOST_EVERY_MS },
};
