/**
 * Every reason for which a call, a login or a delivery can be refused, by a stable code. The texts live in
 * `packages/api/src/reasons`, one file a language. `unknown` reasons keep the marketplace's own words beside the code.
 */
export const REASON_CODES = [
  // our own backend
  'authorization_expired',
  'invalid_request',
  'not_found',
  'no_permission',
  'wrong_account_or_password',
  'too_frequent',
  'request_exception',
  'origin_refused',
  'account_required',
  'password_required',
  // a wish about a message that is there
  'recall_too_late',
  // a message
  'content_empty',
  'content_too_long',
  'conversation_closed',
  'blocked_by_user',
  'message_refused',
  'delivery_not_retryable',
  // a connection
  'shop_not_logged_in',
  'shop_login_expired',
  'login_failed',
  'account_frozen',
  'account_not_exist',
  'verification_needed',
  'captcha_needed',
  'identity_check_needed',
  'secret_unreadable',
  'marketplace_unreachable',
  'marketplace_error',
  'request_timed_out',
  'unexpected_answer',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** A refusal as a value: a code to translate, and the other side's own words for the details fold. */
export interface Refusal {
  readonly reason: ReasonCode;
  readonly detail: string | null;
}
export const refusal = (reason: ReasonCode, detail: string | null = null): Refusal => ({ reason, detail });
