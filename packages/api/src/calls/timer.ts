import { MARKETPLACES, type OrderRecord } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, program } from '../contract/call.ts';
import { time } from '../facts/order-book.ts';
import { orderDetailFact } from '../facts/order-detail.ts';
import { platform, userId } from '../facts/users.ts';
import { refusalView } from '../facts/views.ts';

/**
 * The timer and open endpoints about orders (spec 2 §7.7, "Timer and open endpoints"): a program of the seller's, which
 * reads orders by itself, asks which shops are due and saves what it has read. Ours: the shapes, and that only an API token
 * with the key of orders opens them. `getTimerQueueAndConfigMap` belongs to tasks that are not built yet, and the three
 * calls without a name have no shape.
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
    messages: z
      .array(z.object({ userId, platform: platform.optional(), orders: z.array(savedOrder).max(TIMER_LIMITS.orders) }))
      .min(1)
      .max(50),
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
    orders: z.array(savedOrder).min(1).max(TIMER_LIMITS.orders),
  }),
  output: z.object({ changed: z.number().int().nonnegative() }),
});

export const TIMER_CALLS = {
  openGetOpOrderRsyncWsSubQueue,
  saveOpOrdersByQueueMessage,
  saveOpOrdersToDbInTime,
} as const;
