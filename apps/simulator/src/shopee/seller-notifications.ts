/** Ours: the marketplace's notifications to the shop; the real shapes were never seen (spec 2 §7.2). */
import { z } from 'zod';
import { numericId } from './accounts.ts';
import type { OpenRoute } from './context.ts';
import { done, refused, sellerRoute } from './seller-desk.ts';
import { idField, pageInfoOf, queriedSlice, toSeconds } from './seller-fields.ts';

const NOTIFICATIONS = 50;
const notificationsBody = z.object({ action_id: idField, status: z.literal(2) });
export const SELLER_NOTIFICATION_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    method: 'GET',
    path: '/api/v3/notification/count',
    family: 'v3',
    provenance: 'ours',
    answer: ({ trade }) => done({ unread_count: trade.notifications.filter(({ status }) => status === 1).length }),
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v3/notification/list',
    family: 'v3',
    provenance: 'ours',
    answer({ trade }, input) {
      const slice = queriedSlice(trade.notifications, input, NOTIFICATIONS);
      if (slice === null) return refused('invalid page');
      const list = slice.items.map(({ notificationId, group, title, text, at, status }) => ({
        action_id: numericId(notificationId),
        group_name: group,
        title,
        content: text,
        status,
        create_time: toSeconds(at),
      }));
      return done({ list, page_info: pageInfoOf(slice) });
    },
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v3/notification/group',
    family: 'v3',
    provenance: 'ours',
    answer({ trade: { notifications } }) {
      const names = [...new Set(notifications.map(({ group }) => group))];
      const unread = (name: string): number =>
        notifications.filter(({ group, status }) => group === name && status === 1).length;
      return done({ list: names.map((name) => ({ group_name: name, unread_count: unread(name) })) });
    },
  }),
  sellerRoute({
    method: 'PUT',
    path: '/api/v3/notification/status',
    family: 'v3',
    provenance: 'ours',
    answer(desk, { body }) {
      const parsed = notificationsBody.safeParse(body);
      if (!parsed.success) return refused('invalid status');
      const isKnown = desk.apply({ change: 'readNotification', notificationId: parsed.data.action_id });
      return isKnown ? done() : refused('notification not found');
    },
  }),
  sellerRoute({
    method: 'PUT',
    path: '/api/v3/notification/mark_all_as_read',
    family: 'v3',
    provenance: 'ours',
    answer(desk) {
      desk.apply({ change: 'readNotification', notificationId: 'all' });
      return done();
    },
  }),
];
