import type { ReasonCode } from '@pasar/domain';

/**
 * Codes of the seller site's login, matched by their words because the codes themselves are not public (spec 2 §8 has
 * the situations). The first that fits decides.
 */
const REASONS: readonly (readonly [RegExp, ReasonCode])[] = [
  [/SESSION_EXPIRED|NOT_LOGIN/, 'shop_login_expired'],
  [/CAPTCHA|RGV587|USER_VALIDATE|SLIDER|PUNISH/, 'captcha_needed'],
  [/OTP|VERIF/, 'verification_needed'],
  [/IDENTITY/, 'identity_check_needed'],
  [/DEACTIVATED|FROZEN|BANNED|SUSPENDED/, 'account_frozen'],
  [/NOT_EXIST|NOT_FOUND/, 'account_not_exist'],
  [/INCORRECT|PASSWORD|WRONG/, 'wrong_account_or_password'],
  [/FREQUENT|LIMIT/, 'too_frequent'],
];

export function loginReason(errorCode: string): ReasonCode {
  const code = errorCode.toUpperCase();
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'login_failed';
}
