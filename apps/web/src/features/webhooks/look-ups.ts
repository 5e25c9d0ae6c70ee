import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** No change of the live stream tells of deliveries, so an open screen asks again by the clock. Milliseconds. */
const AGAIN_MS = 4_000;

export const WEBHOOKS: LookUp<typeof CALLS.webhooks.webhooks> = {
  call: CALLS.webhooks.webhooks,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: {
    change: null,
    calls: [CALLS.webhooks.addWebhook, CALLS.webhooks.saveWebhook, CALLS.webhooks.deleteWebhook],
  },
};

export const DELIVERIES: LookUp<typeof CALLS.webhooks.webhookDeliveries> = {
  call: CALLS.webhooks.webhookDeliveries,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: { change: null, calls: [CALLS.webhooks.testWebhook, CALLS.webhooks.resendWebhookEvent] },
};
