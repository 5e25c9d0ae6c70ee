import { MARKETPLACES, type OrderRecord, TIMER_KINDS, TIMER_LASTING, TIMER_STATES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, program } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { time } from '../facts/order-book.ts';
import { orderDetailFact } from '../facts/order-detail.ts';
import { platform, userId } from '../facts/users.ts';
import { refusalView, shopId } from '../facts/views.ts';

/**
 * The timer and open endpoints about orders (spec 2 §7.7, "Timer and open endpoints"): a program of the seller's, which
 * reads orders by itself, asks which shops are due and saves what it has read. Ours: the shapes, and that only an API token
 * with the key of orders opens them. The three calls without a name have no shape. `getTimerQueueAndConfigMap` is among the
 * calls of automatic answers. Ours too: the calls of the page that shows the queue.
 */
const order = program('order');
const text = z.string().max(2_000).nullable();

/** Most orders of one message (our choice). */
export const TIMER_LIMITS = { orders: 200 } as const;

/** An order as a program has read it at the marketplace. Times are milliseconds. */
const savedOrder = orderDetailFact.omit({ parcels: true }).extend({
  orderId: z.string().regex(/^[0-9A-Za-z_-]{1,64}$/),
  orderNumber: z.string().trim().min(1).max(64),
  createdAt: time,
  /** When the order last changed, by the marketplace's clock: of two readings the one of the later change stands. */
  changedAt: time,
  carrier: text,
  trackingNumber: text,
  cancelReason: text,
}) satisfies z.ZodType<OrderRecord>;

const openGetOpOrderRsyncWsSubQueue = defineCall({
  path: '/api/timer/openGetOpOrderRsyncWsSubQueue',
  method: 'POST',
  access: order,
  summary:
    'The shops whose orders are due to be read, those that wait longest first; of a shop that a member stopped nothing',
  input: z.object({}),
  output: z.object({
    queue: z.array(
      z.object({
        userId: z.string(),
        platform: z.enum(MARKETPLACES),
        /** Since when the shop is due. */
        dueAt: time,
        /** All changes up to this moment are known; null before the first reading. */
        completeTo: time.nullable(),
      }),
    ),
  }),
});

const saveOpOrdersByQueueMessage = defineCall({
  path: '/api/timer/saveOpOrdersByQueueMessage',
  method: 'POST',
  access: order,
  summary: 'Save orders of shops that a program has read; each shop is answered for itself',
  input: z.object({
    messages: fromJson(
      z
        .array(
          z.object({ userId, platform: platform.optional(), orders: z.array(savedOrder).max(TIMER_LIMITS.orders) }),
        )
        .min(1)
        .max(50),
    ),
  }),
  output: z.object({
    /** In the order of the messages. */
    saved: z.array(
      z.object({
        userId: z.string(),
        /** Orders that were new or had changed. */
        changed: z.number().int().nonnegative(),
        /** Why nothing of the message was saved. */
        refusal: refusalView.nullable(),
      }),
    ),
  }),
});

const saveOpOrdersToDbInTime = defineCall({
  path: '/api/order/order/saveOpOrdersToDbInTime',
  method: 'POST',
  access: order,
  summary: 'Save orders of one shop that a program has just read',
  input: z.object({
    userId,
    platform: platform.optional(),
    orders: fromJson(z.array(savedOrder).min(1).max(TIMER_LIMITS.orders)),
  }),
  output: z.object({ changed: z.number().int().nonnegative() }),
});

const taskId = z.string().regex(/^\d{1,18}$/);
const count = z.number().int().nonnegative();

/** A task of the queue. */
const timerEntryView = z.object({
  taskId,
  kind: z.enum(TIMER_KINDS),
  state: z.enum(TIMER_STATES),
  /** The buyer, the name of the task or the member that it is about; null where nothing has a name. */
  subject: z.string().nullable(),
  shopId: shopId.nullable(),
  dueAt: time,
  /** How often it was tried, and how often it is tried in all. */
  tries: count,
  mostTries: count,
  /** The first line of the last error, for the main account; null for everybody else, and where there was none. */
  error: z.string().nullable(),
  /** Why `stopTimerTask` does not take it; null: it does. */
  lasting: z.enum(TIMER_LASTING).nullable(),
});
export type TimerEntryView = z.infer<typeof timerEntryView>;

/** Each kind needs its key, and the thing that the task is about must be one that the member sees. */
const timerQueue = defineCall({
  path: '/api/desk/timer/queue',
  method: 'GET',
  access: MEMBER,
  summary: 'The tasks of the queue: those that failed, that run and that wait for their time, by pages',
  input: z.object({
    kind: z.enum(TIMER_KINDS).optional(),
    state: z.enum(TIMER_STATES).optional(),
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^[123]\/\d{1,16}\/\d{1,18}$/)
      .optional(),
  }),
  output: z.object({
    entries: z.array(timerEntryView),
    /** Of all kinds and states that there are. */
    counts: z.array(z.object({ kind: z.enum(TIMER_KINDS), state: z.enum(TIMER_STATES), count })),
    /** Null: this is the last page. */
    next: z.string().nullable(),
  }),
});

const retryTimerTask = defineCall({
  path: '/api/desk/timer/retry',
  method: 'POST',
  access: MEMBER,
  summary: 'Try a task again at once that has failed, for good or until its next try',
  input: z.object({ taskId }),
  output: z.object({}),
});

const stopTimerTask = defineCall({
  path: '/api/desk/timer/stop',
  method: 'POST',
  access: MEMBER,
  summary: 'Stop a task: an answer is not given; what sends, sets conversations or gives tags does no more of it',
  input: z.object({ taskId }),
  output: z.object({}),
});

export const TIMER_CALLS = {
  timerQueue,
  retryTimerTask,
  stopTimerTask,
  openGetOpOrderRsyncWsSubQueue,
  saveOpOrdersByQueueMessage,
  saveOpOrdersToDbInTime,
} as const;
