import { REASONS, type ReasonDetail } from './reason-table.ts';

/** Every row of the table of reasons; there is no code without one. */
export type ReasonCode = keyof typeof REASONS;
export const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(REASONS, code);
export const REASON_CODES: readonly ReasonCode[] = Object.keys(REASONS).filter(isReasonCode);

/** A refusal as a value: a code to translate, and the other side's own words for the details fold. */
export interface Refusal {
  readonly reason: ReasonCode;
  readonly detail: string | null;
}
export const refusal = (reason: ReasonCode, detail: string | null = null): Refusal => ({ reason, detail });

/** HTTP status of the answer to a call of Pasar's own contract. */
export const statusOf = (reason: ReasonCode): number => REASONS[reason].status;

/** What a refusal's detail is. A code that this version does not know says all in its sentence. */
export const detailOf = (code: string): ReasonDetail => (isReasonCode(code) ? REASONS[code].detail : 'folded');

/** The login at the marketplace does not hold, or is not made yet: nothing that needs it would fare better. */
export const isAboutLogin = (reason: ReasonCode): boolean => REASONS[reason].about === 'login' || isDemand(reason);

/** Nothing else that is asked in the same session would fare better now: the login, the way, or the pace is at fault. */
export const isAboutSession = (reason: ReasonCode): boolean =>
  isAboutLogin(reason) || REASONS[reason].about === 'way' || REASONS[reason].about === 'pace';

/** The marketplace asks a person for something before a login goes on, and nothing else is wrong. */
export const isDemand = (reason: ReasonCode): boolean => REASONS[reason].about === 'demand';

/**
 * A demand that each attempt with the password makes again, with another code or picture: error_need_otp, vcode,
 * error_captcha_trigger, error_too_many_fail_login (spec 2 §8).
 */
export const isVerificationDemand = (reason: ReasonCode): boolean =>
  isDemand(reason) && REASONS[reason].heals === 'challenge';

/**
 * A login that failed for this reason is not tried again before a person has done something: the same password would
 * bring another code, or get the account locked. That goes for the pace as well, once the marketplace has refused a login
 * for good because of it. Of the other reasons, the next version or the next start of the server may mend the login.
 */
export const needsPersonAtLogin = (reason: ReasonCode): boolean => {
  const { about, heals } = REASONS[reason];
  return about === 'pace' || (isAboutLogin(reason) && (heals === 'login' || heals === 'challenge'));
};

/** The session is over, and another login with what is stored may open the next one. */
export const isSessionOver = (reason: ReasonCode): boolean => REASONS[reason].heals === 'renewal';

/** The faults that each call of a connector is repeated for inside the connector (`retry.ts` of the connector kit). */
export const isRepeatedByCalls = (reason: ReasonCode): boolean => {
  const { about } = REASONS[reason];
  return about === 'way' || about === 'delay' || about === 'pace';
};

/** The marketplace was there and answered, though not with what was asked. */
export const isAnswered = (reason: ReasonCode): boolean => {
  const { about } = REASONS[reason];
  return about === 'marketplace' || about === 'pace';
};

/** The marketplace refused and gave no reason that has a code: its words are in the detail. */
export const isUnexplained = (reason: ReasonCode): boolean => {
  const { about, detail } = REASONS[reason];
  return about === 'marketplace' && detail === 'words';
};

/** What a person wrote is at fault. */
export const isAboutWords = (reason: ReasonCode): boolean => {
  const { about } = REASONS[reason];
  return about === 'text' || about === 'input';
};
