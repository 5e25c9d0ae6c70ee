import type { WireAnswer } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';
import {
  errorOf,
  explainsItself,
  isNoJson,
  type Refused,
  refusalOf,
  saysTokenNotFound,
  saysWrongSignature,
  wordsOf,
} from '../wire/answer.ts';

/** Words of login answers (facts 1.2), and the reason that a person is told (spec 2 §8). */
const REASONS: Readonly<Record<string, ReasonCode>> = {
  error_need_otp: 'verification_needed',
  error_need_vcode: 'verification_needed',
  vcode: 'verification_needed',
  error_otp: 'verification_code_wrong',
  error_invalid_vcode: 'verification_code_wrong',
  error_need_ivs: 'identity_check_needed',
  error_require_captcha: 'captcha_needed',
  error_captcha_trigger: 'captcha_needed',
  // Too many failures: from now on a login needs verification (spec 2 §8).
  error_too_many_fail_login: 'captcha_needed',
  error_captcha: 'captcha_wrong',
  error_name: 'wrong_account_or_password',
  error_name_or_password_incorrect: 'wrong_account_or_password',
  error_password: 'wrong_account_or_password',
  error_perm: 'wrong_account_or_password',
  error_notfound: 'account_not_exist',
  error_account_not_exist: 'account_not_exist',
  error_banned: 'account_frozen',
  error_too_frequent: 'too_frequent',
  // A code was requested too often.
  error_api: 'verification_code_not_sent',
  error_send_vcode_failed: 'verification_code_not_sent',
  error_shop_binded2merchant: 'shop_bound_to_merchant',
  has_shop_upgraded: 'shop_bound_to_merchant',
  // Ours: the words of two errors of the chat's login, which spec 1 §8 names without words.
  error_account_abnormal: 'account_abnormal',
  error_not_matched: 'not_matched',
};

/** "Login error 2 maps to error_perm; other errors map to need_ivs" (spec 2 §8): `errcode` and `error`. */
const wordOfError = (code: number): string => (code === 2 ? 'error_perm' : 'error_need_ivs');
/** "Reason 1 maps to error_perm" (spec 2 §8). The specification explains no other reason, so it is shown as it is. */
const wordOfReason = (reason: number): string => (reason === 1 ? 'error_perm' : `reason ${reason}`);
const isCode = (value: unknown): value is number => typeof value === 'number' && value !== 0;

/** The word of a refused login: its own, or the word of its code; null when it has neither. */
export function loginWordOf(json: unknown): string | null {
  const { message, error, errcode, reason } = errorOf(json);
  const word = [message, error, reason].find((each) => typeof each === 'string' && each !== '');
  if (typeof word === 'string') return word;
  const code = [errcode, error].find(isCode);
  if (code !== undefined) return wordOfError(code);
  return isCode(reason) ? wordOfReason(reason) : null;
}

/**
 * Why a login was refused. A refusal with the marketplace's words or codes waits for a person. A refusal without (a
 * guard in front of the marketplace, the network) may pass the next time.
 */
export function loginRefusalOf(answer: WireAnswer): Refused {
  const { status, json } = answer;
  const result = { kind: 'answered', ...answer } as const;
  // A 403 without the marketplace's words comes from a guard in front of the marketplace.
  const isGuards = status === 403 && !explainsItself(answer);
  if (status === 429 || status >= 500 || isGuards || saysWrongSignature(answer)) return refusalOf(result);
  const word = loginWordOf(json);
  if (word === null && status >= 400) return refusalOf(result);
  if (saysTokenNotFound(result)) return refusalOf(result);
  // A page instead of an answer comes from a guard or a proxy, which knows nothing of the account.
  if (isNoJson(answer)) return { ok: false, refusal: refusal('unexpected_answer', 'no JSON'), canRetry: true };
  const reason = word === null ? 'login_failed' : (REASONS[word] ?? 'login_failed');
  return { ok: false, refusal: refusal(reason, wordsOf(status, json)), canRetry: false };
}
