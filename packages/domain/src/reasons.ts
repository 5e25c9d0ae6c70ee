import { REASONS, type ReasonDetail } from './reason-table.ts';

/** Every code of the table of reasons. */
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

/**
 * The kind of a refusal's detail. For a code of a newer version, which this version does not know, the sentence says
 * everything.
 */
export const detailOf = (code: string): ReasonDetail => (isReasonCode(code) ? REASONS[code].detail : 'folded');

/** The login at the marketplace is not valid, or not finished yet: no call that needs the login would succeed. */
export const isAboutLogin = (reason: ReasonCode): boolean => REASONS[reason].about === 'login' || isDemand(reason);

/** The network or the proxy is at fault: no request that leaves by the same way would succeed. */
const isAboutWay = (reason: ReasonCode): boolean => REASONS[reason].about === 'way' || isAboutProxy(reason);

/** The proxy is at fault: it may be changed or mended, and the session goes on by it without another login. */
export const isAboutProxy = (reason: ReasonCode): boolean => REASONS[reason].about === 'proxy';

/** The login, the way or the pace is at fault, so no other call of the same session would succeed now. */
export const isAboutSession = (reason: ReasonCode): boolean =>
  isAboutLogin(reason) || isAboutWay(reason) || REASONS[reason].about === 'pace';

/** The marketplace asks a person for something before a login goes on, and nothing else is wrong. */
export const isDemand = (reason: ReasonCode): boolean => REASONS[reason].about === 'demand';

/**
 * A demand that the marketplace repeats, with another code or picture, at each attempt with the password:
 * error_need_otp, vcode, error_captcha_trigger, error_too_many_fail_login (spec 2 §8).
 */
export const isVerificationDemand = (reason: ReasonCode): boolean =>
  isDemand(reason) && REASONS[reason].heals === 'challenge';

/**
 * A login that failed for this reason is not tried again before a person has done something: the same password would
 * bring another code, or get the account locked. A login that the marketplace finally refused for its pace waits for a
 * person as well. After any other reason a new version or a restart of the server may mend the login.
 */
export const needsPersonAtLogin = (reason: ReasonCode): boolean => {
  const { about, heals } = REASONS[reason];
  return about === 'pace' || (isAboutLogin(reason) && (heals === 'login' || heals === 'challenge'));
};

/** Nothing that a person does, and no time that passes, makes the same call succeed. */
export const isFinal = (code: string): boolean => isReasonCode(code) && REASONS[code].heals === 'nobody';

/** The session is over. Another login with the stored password or cookies may open a new session. */
export const isSessionOver = (reason: ReasonCode): boolean => REASONS[reason].heals === 'renewal';

/** The faults after which a connector repeats each of its calls itself (`retry.ts` of the connector kit). */
export const isRepeatedByCalls = (reason: ReasonCode): boolean => {
  const { about } = REASONS[reason];
  return isAboutWay(reason) || about === 'delay' || about === 'pace';
};

/** The marketplace was reachable and answered, though not with what was asked. */
export const isAnswered = (reason: ReasonCode): boolean => {
  const { about } = REASONS[reason];
  return about === 'marketplace' || about === 'pace';
};

/** The marketplace refused and gave no reason that has a code: its words are in the detail. */
export const isUnexplained = (reason: ReasonCode): boolean => {
  const { about, detail } = REASONS[reason];
  return about === 'marketplace' && detail === 'words';
};

/** The words or values that a person entered are at fault. */
export const isAboutWords = (reason: ReasonCode): boolean => {
  const { about } = REASONS[reason];
  return about === 'text' || about === 'input';
};
