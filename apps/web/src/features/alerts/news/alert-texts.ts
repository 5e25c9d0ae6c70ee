import type { AlertKind } from '@pasar/domain';

/** What an alert says, with the name of the account, the shop or the proxy. */
export const ALERT_TEXTS = {
  loggedOut: 'alert.loggedOut',
  answersFail: 'alert.answersFail',
  proxyDead: 'alert.proxyDead',
  lowReview: 'alert.lowReview',
  answersLate: 'alert.answersLate',
} as const satisfies Record<AlertKind, string>;
