import {
  BULK_ITEM_STATES,
  BULK_PAUSES,
  BULK_SEND_STATES,
  BULK_SKIP_REASONS,
  REASON_CODES,
  TASK_STATUSES,
} from '@pasar/domain';
import { z } from 'zod';
import { conversationId, shopId } from './views.ts';

/** What messages to many buyers and order care tell alike of a task that sends. Ours. */
export const count = z.number().int().nonnegative();
export const time = z.number().int();

/** How far a task is. */
export const sendTaskProgress = {
  taskId: z.uuid(),
  /** The state in the specification's words; `state` tells a stopped task from a cancelled one. */
  status: z.enum(TASK_STATUSES),
  state: z.enum(BULK_SEND_STATES),
  /** Shops whose messages wait at present, and for what. */
  pauses: z.array(z.object({ shopId, pause: z.enum(BULK_PAUSES) })),
  totalCount: count,
  /** On the way. */
  sentCount: count,
  successCount: count,
  failCount: count,
  skipCount: count,
  unconfirmedCount: count,
  /** Of those who got the message, who wrote within a day of it. */
  answeredCount: count,
  createTime: time,
  beginTime: time.nullable(),
  endTime: time.nullable(),
};
const progress = z.object(sendTaskProgress);
export type SendTaskProgress = z.infer<typeof progress>;

/** What has become of a recipient. */
export const sendItemOutcome = {
  itemId: z.uuid(),
  shopId,
  /** Null: Pasar has no conversation with the buyer. */
  conversationId: conversationId.nullable(),
  buyerName: z.string(),
  state: z.enum(BULK_ITEM_STATES),
  /** Why it was skipped. */
  skipped: z.enum(BULK_SKIP_REASONS).nullable(),
  /** Why it failed, and the other side's words. */
  reason: z.enum(REASON_CODES).nullable(),
  detail: z.string().nullable(),
  sentAt: time.nullable(),
  endedAt: time.nullable(),
  isAnswered: z.boolean(),
};
const outcome = z.object(sendItemOutcome);
export type SendItemOutcome = z.infer<typeof outcome>;

/** How many would get a message now, and who is left out. */
export const sendPreviewCounts = {
  totalCount: count,
  sendCount: count,
  shops: z.array(
    z.object({
      shopId,
      sendCount: count,
      skipped: z.array(z.object({ reason: z.enum(BULK_SKIP_REASONS), count })),
    }),
  ),
  /**
   * Shops whose orders Pasar has not read to the end once: it knows of no order there, or not of all. Empty where orders do
   * not decide who gets the message.
   */
  unreadShopIds: z.array(shopId),
  /** About how long it takes while all shops are logged in. */
  durationMs: count,
};
const previewCounts = z.object(sendPreviewCounts);
export type SendPreviewCounts = z.infer<typeof previewCounts>;

/** Which of those whom a preview counts are asked for, by pages. */
export const sendPreviewSlice = {
  shopId: shopId.optional(),
  /** Who gets the message, who is left out, or who is left out for one reason; absent: everybody. */
  only: z.enum(['gets', 'leftOut', ...BULK_SKIP_REASONS]).optional(),
  /** `next` of the page before. */
  after: z
    .string()
    .max(300)
    .refine((written) => {
      const [id, ...place] = written.split('/');
      return z.uuid().safeParse(id).success && place.join('/') !== '' && !written.includes('\0');
    })
    .optional(),
};
const slice = z.object(sendPreviewSlice);
export type SendPreviewSlice = z.infer<typeof slice>;

/** One of those whom a preview counts, with the message as it would go out. */
export const sendRecipientView = z.object({
  shopId,
  buyerName: z.string(),
  orderNumber: z.string().nullable(),
  /** Why nothing goes out; null: the message does. */
  skipped: z.enum(BULK_SKIP_REASONS).nullable(),
  /** Empty for who is left out; a text that becomes too long by its variables is shown. */
  parts: z.array(
    z.object({
      kind: z.enum(['text', 'image', 'product', 'voucher']),
      /** The text, the name of a picture's file, or the title. */
      text: z.string(),
      /** The bytes of a picture are at `automaticMediaPath`; null for other kinds. */
      pictureId: z.uuid().nullable(),
    }),
  ),
});
export type SendRecipientView = z.infer<typeof sendRecipientView>;

/** By shops. */
export const sendRecipients = z.object({
  recipients: z.array(sendRecipientView),
  /** Null: this is the last page. */
  next: z.string().nullable(),
});
export type SendRecipients = z.infer<typeof sendRecipients>;
