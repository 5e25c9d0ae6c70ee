import {
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_OFF_REASONS,
  type WEBHOOK_TEST,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { shopId } from '../facts/views.ts';

const webhookId = z.uuid();
const time = z.number().int().nonnegative();

const webhookView = z.object({
  webhookId,
  address: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** Null: the events of all shops, also of later ones. */
  shopIds: z.array(shopId).nullable(),
  isOn: z.boolean(),
  /** Why the server switched it off, and when; null where a person did, or where it is on. */
  off: z.object({ reason: z.enum(WEBHOOK_OFF_REASONS), at: time }).nullable(),
  /** Since when every try has failed; null where the last one succeeded. */
  failingSince: time.nullable(),
  /** Events that are not delivered yet. */
  waiting: z.number().int().nonnegative(),
});
export type WebhookView = z.infer<typeof webhookView>;

/** ours. An account has at most `WEBHOOK_LIMITS.perAccount`. */
const webhooks = defineCall({
  path: '/api/desk/webhooks',
  method: 'POST',
  access: MAIN,
  summary: 'The webhooks of the account',
  input: z.object({}),
  output: z.object({ webhooks: z.array(webhookView) }),
});

const settings = {
  address: z.string().trim().min(1).max(2_000),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
  shopIds: z.array(shopId).max(2_000).nullable(),
};

/** ours: the secret is told once. It verifies the signature of each request by the Standard Webhooks specification. */
const addWebhook = defineCall({
  path: '/api/desk/addWebhook',
  method: 'POST',
  access: MAIN,
  summary: 'Add a webhook',
  input: z.object(settings),
  output: z.object({ webhookId, secret: z.string() }),
});

/** ours: switching it on again forgets earlier failures; what waits is sent. */
const saveWebhook = defineCall({
  path: '/api/desk/saveWebhook',
  method: 'POST',
  access: MAIN,
  summary: 'Change a webhook, or switch it on or off',
  input: z.object({ webhookId, isOn: z.boolean(), ...settings }),
  output: z.object({}),
});

/** ours: the old secret signs nothing any more. */
const renewWebhookSecret = defineCall({
  path: '/api/desk/renewWebhookSecret',
  method: 'POST',
  access: MAIN,
  summary: 'Make a new secret for a webhook',
  input: z.object({ webhookId }),
  output: z.object({ secret: z.string() }),
});

/** ours: what waits is not sent any more. */
const deleteWebhook = defineCall({
  path: '/api/desk/deleteWebhook',
  method: 'POST',
  access: MAIN,
  summary: 'Delete a webhook with its log',
  input: z.object({ webhookId }),
  output: z.object({}),
});

/** ours: goes the way of all events, and stands in the log. */
const testWebhook = defineCall({
  path: '/api/desk/testWebhook',
  method: 'POST',
  access: MAIN,
  summary: 'Send a test event to a webhook',
  input: z.object({ webhookId }),
  output: z.object({}),
});

const deliveryView = z.object({
  eventId: z.uuid(),
  event: z.enum([...WEBHOOK_EVENTS, 'webhook.test' satisfies typeof WEBHOOK_TEST]),
  happenedAt: time,
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number().int().nonnegative(),
  /** The code of the last answer. */
  status: z.number().int().nullable(),
  failure: z.enum(WEBHOOK_FAILURES).nullable(),
  triedAt: time.nullable(),
  /** When it is tried next, where it waits. */
  dueAt: time.nullable(),
});
export type WebhookDeliveryView = z.infer<typeof deliveryView>;

/** ours: the newest first. */
const webhookDeliveries = defineCall({
  path: '/api/desk/webhookDeliveries',
  method: 'POST',
  access: MAIN,
  summary: 'The log of a webhook: its events, and how the last try of each ended',
  input: z.object({ webhookId, before: z.uuid().optional() }),
  output: z.object({ deliveries: z.array(deliveryView), hasMore: z.boolean() }),
});

/** ours: with the same webhook-id as before. */
const resendWebhookEvent = defineCall({
  path: '/api/desk/resendWebhookEvent',
  method: 'POST',
  access: MAIN,
  summary: 'Send an event to a webhook again',
  input: z.object({ webhookId, eventId: z.uuid() }),
  output: z.object({}),
});

export const WEBHOOKS_CALLS = {
  webhooks,
  addWebhook,
  saveWebhook,
  renewWebhookSecret,
  deleteWebhook,
  testWebhook,
  webhookDeliveries,
  resendWebhookEvent,
} as const;
