import { COUNTRIES, isTimeZone, ORDER_CARE_KINDS, ORDER_CARE_LIMITS, ORDER_CARE_RANGES } from '@pasar/domain';
import { z } from 'zod';
import { automaticContent } from './automatic.ts';
import { sendItemOutcome, sendPreviewCounts, sendTaskProgress } from './send-tasks.ts';
import { shopId } from './views.ts';

/** The shapes of order care. The specification shows none of its fields, so all are ours. */
export const orderCareKind = z.enum(ORDER_CARE_KINDS);
const { parts, afterMinutes, orders } = ORDER_CARE_LIMITS;

/** Texts and pictures: products and vouchers are those of one shop, and a content serves the shops of a country. */
const careContent = automaticContent(parts).refine(
  (content) =>
    [content.parts, ...content.variants.map((variant) => variant.parts)]
      .flat()
      .every((part) => part.kind === 'text' || part.kind === 'image'),
  'content_empty',
);

/** What buyers of a country get; `country` null: of every country that has no own. */
export const orderCareContentView = z.object({
  kind: orderCareKind,
  country: z.enum(COUNTRIES).nullable(),
  content: careContent,
});
export type OrderCareContentView = z.infer<typeof orderCareContentView>;

export const orderCareSettings = z.object({
  /** By kind: `OrderCareReminder` of the domain. */
  reminders: z.record(
    orderCareKind,
    z.object({ isOn: z.boolean(), afterMinutes: z.number().int().min(1).max(afterMinutes) }),
  ),
  /** Shops whose buyers get automatic messages; null: all. */
  shopIds: z.array(shopId).max(1_000).nullable(),
});
export type OrderCareSettings = z.infer<typeof orderCareSettings>;

export const namedOrders = z
  .array(z.object({ shopId, orderId: z.string().trim().min(1).max(64) }))
  .min(1, 'no_shops_to_urge')
  .max(orders);

/** To whom a message goes: buyers of the orders that are at the stage of the kind now and were updated in the range. */
export const orderCareTarget = {
  kind: orderCareKind,
  range: z.enum(ORDER_CARE_RANGES).default('30'),
  /** In which "today" begins. */
  timeZone: z.string().max(64).refine(isTimeZone).default('UTC'),
  shopIds: z.array(shopId).min(1, 'no_shops_to_urge').max(1_000),
};

export const orderCareTaskView = z.object({
  ...sendTaskProgress,
  kind: orderCareKind,
  /** Whether the settings made it, and not a member. One task of a kind takes the automatic messages of a day (UTC). */
  isAutomatic: z.boolean(),
  /** The name of the member who made it; empty for an automatic one. */
  author: z.string(),
});
export type OrderCareTaskView = z.infer<typeof orderCareTaskView>;

/** An order of a task. */
export const orderCareItemView = z.object({
  ...sendItemOutcome,
  taskId: z.uuid(),
  kind: orderCareKind,
  orderId: z.string(),
  orderNumber: z.string(),
  /** The texts as they were sent; empty until then. */
  texts: z.array(z.string()),
});
export type OrderCareItemView = z.infer<typeof orderCareItemView>;

export const orderCarePreview = z.object({
  ...sendPreviewCounts,
  /** For the kind `review`: shops whose reviews were not read to the end once. Their buyers are not asked for a review. */
  unreadReviewShopIds: z.array(shopId),
  /** Where the events of parcels tell the stage: orders whose parcels are still to be read. Pasar reads them from now on. */
  unreadParcels: z.number().int(),
});
export type OrderCarePreview = z.infer<typeof orderCarePreview>;
