import { SHOWN_NOTIFICATION_KINDS, type ShopNotification } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { ofPage, ofShops, orderId, time } from '../facts/order-book.ts';
import { refusalView, shopId } from '../facts/views.ts';

/** The marketplaces' notifications to all shops whose marketplace lists them (spec 1 §4, spec 2 §7.2). Ours: the shapes. */
const order = permission('order');
const { cursor, pageSize } = ofPage;
const kind = z.enum(SHOWN_NOTIFICATION_KINDS);
const count = z.number().int().nonnegative();

/** A marketplace's facts about a notification. */
export const notificationFact = z.object({
  notificationId: z.string(),
  kind,
  wireKind: z.string(),
  title: z.string(),
  text: z.string(),
  isRead: z.boolean(),
  at: z.number(),
}) satisfies z.ZodType<ShopNotification>;

const notificationView = notificationFact.extend({ shopId, at: time });
export type NotificationView = z.infer<typeof notificationView>;

const listNotifications = defineCall({
  path: '/api/desk/notifications',
  method: 'POST',
  access: order,
  summary:
    'Notifications of all shops that the member sees, the newest first; unread urgent ones on top of the first page',
  input: z.object({ ...ofShops, kinds: z.array(kind).optional(), isRead: z.boolean().optional(), cursor, pageSize }),
  output: z.object({
    /** With the first page: unread notifications of urgent kinds, the newest first; at most 20. They are not repeated. */
    onTop: z.array(notificationView),
    notifications: z.array(notificationView),
    /** When the server read it, by its clock: `markSeen` takes it once the list is shown. */
    asOf: time,
    next: z.string().nullable(),
  }),
});

const notificationCounts = defineCall({
  path: '/api/desk/notificationCounts',
  method: 'POST',
  access: order,
  summary: 'How many notifications of each kind there are, and how many of them are unread',
  input: z.object(ofShops),
  output: z.object({ kinds: z.array(z.object({ kind, all: count, unread: count })) }),
});

const readNotification = defineCall({
  path: '/api/desk/readNotification',
  method: 'POST',
  access: order,
  summary: 'Mark a notification as read, at the marketplace too',
  input: z.object({ shopId, notificationId: orderId }),
  output: z.object({}),
});

const readAllNotifications = defineCall({
  path: '/api/desk/readAllNotifications',
  method: 'POST',
  access: order,
  summary:
    'Mark all notifications of shops as read, at the marketplace too; of all shops of the member where none is named',
  input: z.object({ shopIds: ofShops.shopIds }),
  output: z.object({
    /** Shops whose marketplace refused it. */
    failed: z.array(z.object({ shopId, refusal: refusalView })),
  }),
});

export const NOTIFICATIONS_CALLS = {
  listNotifications,
  notificationCounts,
  readNotification,
  readAllNotifications,
} as const;
