import type { Outcome } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';
import { errorOf, refusalOf, wordsOf } from '../inbound/answer.ts';
import type { CallResult } from '../outbound/http-call.ts';

/** Symbolic login messages (facts 1.2) and what a person is told (spec 2 §8). */
const REASONS: Readonly<Record<string, ReasonCode>> = {
  error_need_otp: 'verification_needed',
  error_need_vcode: 'verification_needed',
  error_otp: 'verification_needed',
  error_invalid_vcode: 'verification_needed',
  error_need_ivs: 'identity_check_needed',
  error_require_captcha: 'captcha_needed',
  error_captcha_trigger: 'captcha_needed',
  error_name: 'wrong_account_or_password',
  error_name_or_password_incorrect: 'wrong_account_or_password',
  error_password: 'wrong_account_or_password',
  error_perm: 'wrong_account_or_password',
  error_notfound: 'account_not_exist',
  error_banned: 'account_frozen',
  error_api: 'too_frequent',
  error_too_many_fail_login: 'too_frequent',
  error_shop_binded2merchant: 'login_failed',
  has_shop_upgraded: 'login_failed',
};

/** Codes 1 and 2 without a word mean error_perm, any other an identity check (spec 2 §8). */
const reasonOfCode = (errcode: number): ReasonCode =>
  errcode === 1 || errcode === 2 ? 'wrong_account_or_password' : 'identity_check_needed';

/**
 * Why a password login was refused. What the marketplace says in words or codes waits for a person; what it does not
 * explain (a guard in front of it, the network) may pass the next time.
 */
export function loginRefusalOf(result: CallResult): Outcome<never> {
  if (result.kind === 'failed' || result.status === 429 || result.status >= 500) return refusalOf(result);
  const { message, error, errcode } = errorOf(result.json);
  const word = message ?? (typeof error === 'string' ? error : undefined);
  const code = errcode === 0 ? undefined : errcode;
  if (word === undefined && code === undefined && result.status >= 400) return refusalOf(result);
  const reason =
    word !== undefined ? (REASONS[word] ?? 'login_failed') : code !== undefined ? reasonOfCode(code) : 'login_failed';
  return { ok: false, refusal: refusal(reason, wordsOf(result.status, result.json)), canRetry: false };
}
