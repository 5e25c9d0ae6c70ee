import type { WebhookDeliveryView } from '@pasar/api';
import type { WebhookDeliveryState, WebhookFailure, WebhookOffReason } from '@pasar/domain';

export const EVENT_TEXTS = {
  'message.received': 'event.message.received',
  'message.sent': 'event.message.sent',
  'message.changed': 'event.message.changed',
  'conversation.changed': 'event.conversation.changed',
  'shop.changed': 'event.shop.changed',
  'shop.removed': 'event.shop.removed',
  'alert.began': 'event.alert.began',
  'alert.over': 'event.alert.over',
  'webhook.test': 'event.webhook.test',
} as const satisfies Record<WebhookDeliveryView['event'], string>;

export const STATE_TEXTS = {
  waiting: 'state.waiting',
  delivered: 'state.delivered',
  failed: 'state.failed',
} as const satisfies Record<WebhookDeliveryState, string>;

export const FAILURE_TEXTS = {
  answer: 'failure.answer',
  timeout: 'failure.timeout',
  forbidden: 'failure.forbidden',
  unreachable: 'failure.unreachable',
  certificate: 'failure.certificate',
} as const satisfies Record<WebhookFailure, string>;

export const OFF_TEXTS = {
  failing: 'off.failing',
  gone: 'off.gone',
} as const satisfies Record<WebhookOffReason, string>;
