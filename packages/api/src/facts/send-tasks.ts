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
  /** About how long it takes while all shops are logged in. */
  durationMs: count,
};
