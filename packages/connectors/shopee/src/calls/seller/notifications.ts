/** Notifications of the marketplace for the shop. Ours: all shapes but `action_id` and `status` (spec 2 §3). */
import type { Page } from '@pasar/connector-kit';
import { type NotificationKind, type ShopNotification, UNKNOWN } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { toGet, toPut } from '../definition.ts';
import { readData, readDone } from './envelope.ts';
import { nextPage, pageInfo, readPage, wireTime } from './fields.ts';

/** Spec 2 §9. */
const PAGE_SIZE = 50;
/** The status of a read notification (spec 2 §4). */
const READ = 2;
const BASE = '/api/v3/notification';

export const countNotifications: ShopeeCall<null, { readonly unread: number }> = {
  key: 'shopee-seller GET notification/count',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(`${BASE}/count`),
  fromWire(answer) {
    const data = readData(answer, z.object({ unread_count: z.int().nonnegative() }));
    return data.ok ? { ok: true, value: { unread: data.value.unread_count } } : data;
  },
};

/** By the name of the group. Ours: all names. */
const KINDS: Readonly<Partial<Record<string, NotificationKind>>> = {
  violation: 'violation',
  listing_ban: 'frozen_product',
  failed_delivery: 'failed_delivery',
  order: 'order',
  product: 'product',
  finance: 'finance',
  marketing: 'marketing',
  system: 'system',
};

const wireNotification = z.object({
  action_id: wireId,
  group_name: z.string().default(''),
  title: z.string(),
  content: z.string(),
  status: z.int(),
  create_time: wireTime,
});
/** Ours: the newest first. */
export const listNotificationPage: ShopeeCall<{ readonly page: number }, Page<ShopNotification>> = {
  key: 'shopee-seller GET notification/list',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ page }) => toGet(`${BASE}/list`, { page_number: String(page), page_size: String(PAGE_SIZE) }),
  fromWire(answer) {
    const body = z.object({
      list: z.array(z.unknown()),
      page_info: pageInfo.extend({ page_number: z.int().positive() }),
    });
    const data = readData(answer, body);
    if (!data.ok) return data;
    const { list, page_info: page } = data.value;
    const read = readPage(
      list,
      wireNotification,
      (row): ShopNotification => ({
        notificationId: row.action_id,
        kind: KINDS[row.group_name] ?? UNKNOWN,
        wireKind: row.group_name,
        title: row.title,
        text: row.content,
        isRead: row.status === READ,
        at: row.create_time,
      }),
      nextPage(page.page_number, PAGE_SIZE, page.total),
    );
    return { ok: true, value: read };
  },
};

export interface NotificationGroup {
  readonly name: string;
  readonly unread: number;
}
export const groupNotifications: ShopeeCall<null, readonly NotificationGroup[]> = {
  key: 'shopee-seller GET notification/group',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(`${BASE}/group`),
  fromWire(answer) {
    const row = z.object({ group_name: z.string(), unread_count: z.int().nonnegative() });
    const data = readData(answer, z.object({ list: z.array(row) }));
    if (!data.ok) return data;
    const groups = data.value.list.map((group) => ({ name: group.group_name, unread: group.unread_count }));
    return { ok: true, value: groups };
  },
};

export const markNotificationRead: ShopeeCall<{ readonly notificationId: string }, null> = {
  key: 'shopee-seller PUT notification/status',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ notificationId }) => toPut(`${BASE}/status`, { action_id: toWireInteger(notificationId), status: READ }),
  fromWire: (answer) => readDone(answer),
};

export const markAllNotificationsRead: ShopeeCall<null, null> = {
  key: 'shopee-seller PUT notification/mark_all_as_read',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: () => toPut(`${BASE}/mark_all_as_read`, {}),
  fromWire: (answer) => readDone(answer),
};
