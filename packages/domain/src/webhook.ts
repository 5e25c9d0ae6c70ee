/** The events that a webhook can be told of. */
export const WEBHOOK_EVENTS = [
  /** A buyer wrote. */
  'message.received',
  /** The shop wrote, through Pasar or elsewhere, or its robot, or the marketplace itself in the conversation. */
  'message.sent',
  /** A message was recalled, deleted or marked. */
  'message.changed',
  'conversation.changed',
  /** Its login, its name or its settings changed, or the shop was added. */
  'shop.changed',
  'shop.removed',
  /** A shop is logged out, answers fail, or a proxy is dead; told once, and once more when it is over. */
  'alert.began',
  'alert.over',
] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** What is sent when a person asks for a test; no webhook has to choose it. */
export const WEBHOOK_TEST = 'webhook.test';

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** Why a try got no answer, or none that counts. */
export const WEBHOOK_FAILURES = [
  /** An answer outside 200 to 299. */
  'answer',
  'timeout',
  /** The address may not be dialled from this server. */
  'forbidden',
  'unreachable',
  'certificate',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/** Why the server switched a webhook off: failures for days, or the answer 410 Gone. */
export const WEBHOOK_OFF_REASONS = ['failing', 'gone'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** Numbers of our choice. Durations are milliseconds. */
export const WEBHOOK_LIMITS = {
  perAccount: 10,
  /** An answer that takes longer is a failure. */
  answerMs: 10_000,
  /** The pause before each further try of an event: ten tries over about three days. */
  retryMs: [
    5_000,
    5 * 60_000,
    30 * 60_000,
    2 * 3_600_000,
    5 * 3_600_000,
    10 * 3_600_000,
    14 * 3_600_000,
    20 * 3_600_000,
    24 * 3_600_000,
  ],
  /** After this many failures in a row, events are tried one at a time, and with a growing pause in between. */
  failuresInARow: 3,
  firstPauseMs: 5_000,
  longestPauseMs: 3_600_000,
  /** A webhook that has only failed for so long is switched off. */
  offAfterMs: 5 * 86_400_000,
  /** Events and their log are kept so long; what has not been delivered by then is gone. */
  keptMs: 7 * 86_400_000,
} as const;
