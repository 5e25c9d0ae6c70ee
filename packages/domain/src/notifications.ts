import { UNKNOWN, type Unknown } from './unknown.ts';

/** The kinds of notifications, those that matter most first. Ours: that a marketplace tells the kind. */
export const NOTIFICATION_KINDS = [
  'violation',
  'frozen_product',
  'failed_delivery',
  'order',
  'product',
  'finance',
  'marketing',
  'system',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export const SHOWN_NOTIFICATION_KINDS = [...NOTIFICATION_KINDS, UNKNOWN] as const;
/** Kinds that cost a shop rating or sales when nobody looks; a person should look at an unknown kind, too. */
export const URGENT_NOTIFICATION_KINDS = ['violation', 'frozen_product', 'failed_delivery'] as const;

/** A notification becomes read with status 2 (spec 1 §4). `wireKind` keeps the marketplace's own word. */
export interface ShopNotification {
  readonly notificationId: string;
  readonly kind: NotificationKind | Unknown;
  readonly wireKind: string;
  readonly title: string;
  readonly text: string;
  readonly isRead: boolean;
  readonly at: number;
}
