import { ALERT_KINDS, type WEBHOOK_TEST, type WebhookEventName } from '@pasar/domain';
import { z } from 'zod';
import { conversationView, messageView, shopId, shopView } from './views.ts';

const happened = <Type extends WebhookEventName | typeof WEBHOOK_TEST, Data extends z.ZodType>(
  type: Type,
  data: Data,
) => z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });

/** `subject`: the login, the proxy or the shop that it is about. */
const alert = z.object({
  kind: z.enum(ALERT_KINDS),
  subject: z.string(),
  name: z.string(),
  since: z.number().int().nonnegative(),
});
const message = z.object({ shopId, message: messageView });

/** The body of a webhook's request, as JSON. `timestamp` is when Pasar stored what it tells. */
export const webhookBody = z.discriminatedUnion('type', [
  happened('message.received', message),
  happened('message.sent', message),
  happened('message.changed', message),
  happened('conversation.changed', z.object({ shopId, conversation: conversationView })),
  happened('shop.changed', z.object({ shopId, shop: shopView })),
  happened('shop.removed', z.object({ shopId })),
  happened('alert.began', alert),
  happened('alert.over', alert),
  happened('webhook.test', z.object({ text: z.string() })),
]);
export type WebhookBody = z.infer<typeof webhookBody>;
