import {
  BULK_SEND_LIMITS,
  BULK_SEND_TYPES,
  COUNTRIES,
  IDLE_DAYS,
  leavesTime,
  MARKETPLACES,
  READING_STATES,
  REASON_CODES,
  SEND_CONFIG_LIMITS,
  SHOWN_ORDER_STATUSES,
} from '@pasar/domain';
import { z } from 'zod';
import { flag } from '../contract/form.ts';
import { automaticContent, automaticPart } from './automatic.ts';
import { conversationListing } from './conversation-filter.ts';
import { sendItemOutcome, sendTaskProgress, time } from './send-tasks.ts';
import { conversationId, refusalView, shopId } from './views.ts';

/** The shapes of messages to many buyers. Ours: what `conditionJson` and `buyerListJson` hold (spec 1 §3). */
const { parts, named, orderNumbers, days, intervalSeconds } = BULK_SEND_LIMITS;
const shopIds = z.array(shopId).min(1, 'bulk_send_shops_required').max(1_000);

/** To whom a message goes: conversations, a list of them, buyers with a tag, buyers of orders, or fans of shops. */
export const bulkSendTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('named'),
    conversationIds: z.array(conversationId).min(1, 'bulk_send_nobody').max(named),
  }),
  /** `shopIds`: of the list only these shops; absent: all of them. */
  z.object({ kind: z.literal('matching'), listing: conversationListing, shopIds: shopIds.optional() }),
  z.object({ kind: z.literal('tag'), shopIds, buyerTagIds: z.array(z.uuid()).min(1, 'bulk_send_nobody').max(20) }),
  z.object({
    kind: z.literal('orders'),
    shopIds,
    /** Absent: of every status. */
    statuses: z.array(z.enum(SHOWN_ORDER_STATUSES)).min(1).optional(),
    /** Orders that were made within so many days. */
    days: z.number().int().min(1).max(days),
  }),
  z.object({
    kind: z.literal('orderNumbers'),
    shopIds,
    numbers: z.array(z.string().trim().min(1).max(64)).min(1, 'bulk_send_nobody').max(orderNumbers),
  }),
  /** As they were read last. */
  z.object({ kind: z.literal('fans'), shopIds }),
]);
export type BulkSendTarget = z.infer<typeof bulkSendTarget>;

/** Who is left out besides. Buyers whom a marketplace does not let be written to are always left out. */
export const bulkSendConditions = z.object({
  /** Only buyers with whom nobody has written for so many days (spec 1 §9); null: everybody. */
  idleDays: z.literal(IDLE_DAYS).nullable().default(null),
  hasNoOpenOrders: flag.default(false),
  /** Without buyers whom order care has written to within the days of the account's config. */
  skipOrderCare: flag.default(true),
  /** Without buyers whom the shop has written to within so many days; null: with them. */
  writtenDays: z.number().int().min(1).max(90).nullable().default(null),
});
export type BulkSendConditions = z.infer<typeof bulkSendConditions>;

export const bulkSendContent = automaticContent(parts);
export const intervalGiven = z.coerce
  .number('bulk_send_interval')
  .int('bulk_send_interval')
  .min(intervalSeconds.least, 'bulk_send_interval')
  .max(intervalSeconds.most, 'bulk_send_interval');

/** The pictures of a task are those of automatic messages. */
export const bulkSendTaskView = z.object({
  ...sendTaskProgress,
  taskName: z.string(),
  /** The name of the member who made it. */
  author: z.string(),
  taskType: z.enum(BULK_SEND_TYPES),
  targetKind: z.enum(['named', 'matching', 'tag', 'orders', 'orderNumbers', 'fans']),
  /** The start of a timed task; null: at once. */
  sendTime: time.nullable(),
  /** Why it was cancelled. */
  reason: z.enum(REASON_CODES).nullable(),
  interval: z.number().int(),
  content: bulkSendContent,
  conditionJson: bulkSendConditions,
  buyerListJson: bulkSendTarget,
});
export type BulkSendTaskView = z.infer<typeof bulkSendTaskView>;

/** A recipient of a task. */
export const bulkSendItemView = z.object({ ...sendItemOutcome, orderNumber: z.string().nullable() });
export type BulkSendItemView = z.infer<typeof bulkSendItemView>;

/** A recipient whom a program is to write to. The program has a session of its own at the marketplace. */
export const handedRecipientView = z.object({
  itemId: z.uuid(),
  shopId,
  /** The shop at its marketplace. */
  userId: z.string(),
  platform: z.enum(MARKETPLACES),
  country: z.enum(COUNTRIES),
  /** Null: the program opens a conversation with the buyer. */
  conversationId: conversationId.nullable(),
  /** The conversation at its marketplace. */
  platformConversationId: z.string().nullable(),
  buyerId: z.string(),
  buyerName: z.string(),
  orderNumber: z.string().nullable(),
  /** In the buyer's language, with the variables filled in; each is a message. The bytes of a picture are at `picturePath`. */
  parts: z.array(z.object({ part: automaticPart, picturePath: z.string().nullable() })),
});
export type HandedRecipientView = z.infer<typeof handedRecipientView>;

/** A recipient among those of all tasks. */
export const distributedItemView = bulkSendItemView.extend({ taskId: z.uuid(), taskName: z.string() });
export type DistributedItemView = z.infer<typeof distributedItemView>;

/** How far the fans of a shop are read. */
export const shopFansView = z.object({
  shopId,
  state: z.enum(READING_STATES),
  /** Of the last or the present reading. */
  fanCount: z.number().int().nonnegative(),
  /** When the last one ended; null while one goes on, and before the first. */
  readAt: time.nullable(),
  /** Why it failed. */
  refusal: refusalView.nullable(),
});
export type ShopFansView = z.infer<typeof shopFansView>;

const minute = z.number().int().min(0);
const chosen = z.number().int().min(1);
const quietTimes = z
  .object({ from: minute.max(1_439), to: minute.max(1_440), days: z.array(minute.max(6)).min(1).max(7) })
  .refine(leavesTime)
  .nullable();
/** `SendMessageConfig` of the domain. */
export const sendMessageConfigView = z.object({
  cap: z
    .object({ messages: chosen.max(SEND_CONFIG_LIMITS.messages), days: chosen.max(SEND_CONFIG_LIMITS.days) })
    .nullable(),
  orderCareDays: chosen.max(SEND_CONFIG_LIMITS.days).nullable(),
  quiet: quietTimes,
  ownQuiet: z
    .array(z.object({ country: z.enum(COUNTRIES), quiet: quietTimes }))
    .refine((own) => new Set(own.map(({ country }) => country)).size === own.length),
});
export type SendMessageConfigView = z.infer<typeof sendMessageConfigView>;
