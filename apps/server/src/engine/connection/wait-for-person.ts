import { OWN_LIMITS, type ReasonCode, type Refusal } from '@pasar/domain';
import { giveUpDoubted } from '../delivery/doubts.ts';
import { refuseWaiting } from '../delivery/sender.ts';
import type { RunnerContext } from './runner-context.ts';
import { credentialsMark } from './store.ts';

/**
 * What a marketplace refuses a login for and no other attempt mends: the same password again would bring another code, or
 * lock the account. Whatever is not here (an answer that nobody could read, a secret that was out of reach) may be mended
 * by the next version or the next start of ours, and is tried again by it.
 */
const NEEDS_PERSON: ReadonlySet<ReasonCode> = new Set([
  'verification_needed',
  'verification_code_wrong',
  'verification_code_not_sent',
  'captcha_needed',
  'captcha_wrong',
  'identity_check_needed',
  'wrong_account_or_password',
  'site_login_wrong',
  'login_failed',
  'login_not_successful',
  'authorization_failed',
  'back_office_login_failed',
  'account_frozen',
  'account_not_exist',
  'user_not_found',
  'account_deactivated',
  'phone_login_not_allowed',
  'shop_bound_to_merchant',
  'merchant_account_site_login',
  'too_frequent',
]);
export const needsPerson = ({ reason }: Refusal): boolean => NEEDS_PERSON.has(reason);

/** error_need_otp, vcode, error_captcha_trigger, error_too_many_fail_login: a password asks for them again (spec 2 §8). */
export const isVerificationDemanded = ({ reason }: Refusal): boolean =>
  reason === 'verification_needed' || reason === 'captcha_needed';

/**
 * Until the login's credentials change, or `isOver`: whoever signs in again, or gives its cookies, takes the connection from
 * its runner. Meanwhile nothing may be forgotten in pending.
 */
export async function waitForPerson(
  context: RunnerContext,
  reason: Refusal,
  { isOver, pause }: { readonly isOver: () => boolean; readonly pause: (delayMs: number) => Promise<void> },
): Promise<void> {
  const before = await credentialsMark(context);
  while (!isOver() && (await credentialsMark(context)) === before) {
    await refuseWaiting(context, reason);
    await giveUpDoubted(context);
    await pause(OWN_LIMITS.reconcileIntervalMs);
  }
}
