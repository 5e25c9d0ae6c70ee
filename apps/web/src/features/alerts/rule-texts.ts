import type { AlertKind } from '@pasar/domain';

/** What a rule says, and its hint. */
export const RULE_TEXTS = {
  loggedOut: ['rule.loggedOut', 'rule.loggedOutHint'],
  answersFail: ['rule.answersFail', 'rule.answersFailHint'],
  proxyDead: ['rule.proxyDead', 'rule.proxyDeadHint'],
  lowReview: ['rule.lowReview', 'rule.lowReviewHint'],
  answersLate: ['rule.answersLate', 'rule.answersLateHint'],
} as const satisfies Record<AlertKind, readonly [string, string]>;
