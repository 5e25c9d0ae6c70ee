/**
 * The steps of signing in at the seller site (spec 2 §7.4): page init for its cookies, submit of {userInput, password,
 * device token}, session init, the seller id on the IM window page. Only the steps are known; ours: the bodies.
 */
import { createHash } from 'node:crypto';
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { tryExactJson } from '@pasar/connector-kit';
import { isSessionOver, type ReasonCode, refusal } from '@pasar/domain';
import { z } from 'zod';
import { wireId } from '../wire/fields.ts';
import { fromWireSiteAnswer, refusedByStatus } from '../wire/site-answer.ts';
import { done, siteCall } from './definition.ts';
import { SITE_PATHS } from './site-paths.ts';

/**
 * Codes of the login, matched by words because the codes themselves are not public (spec 2 §8 has the situations). The
 * first match decides.
 */
const REASONS: readonly (readonly [RegExp, ReasonCode])[] = [
  [/SESSION_EXPIRED|NOT_LOGIN/, 'shop_login_expired'],
  [/RGV587|USER_VALIDATE|PUNISH/, 'verification_needed'],
  [/SEND_(V?CODE|VERIFICATION).*(FAIL|FREQUENT|LIMIT)/, 'verification_code_not_sent'],
  [/INVALID_V?CODE|CODE_(WRONG|EXPIRED)|INVALID_VERIFICATION/, 'verification_code_wrong'],
  [/(WRONG|INVALID)_CAPTCHA|CAPTCHA_(WRONG|INCORRECT)/, 'captcha_wrong'],
  [/CAPTCHA|SLIDER/, 'captcha_needed'],
  [/OTP|V_?CODE|EMAIL_?CODE|VERIF/, 'verification_needed'],
  [/BOUND.*MERCHANT|UPGRADED/, 'shop_bound_to_merchant'],
  [/IDENTITY/, 'identity_check_needed'],
  [/DEACTIVATED/, 'account_deactivated'],
  [/FROZEN|BANNED|SUSPENDED/, 'account_frozen'],
  [/WRONG_SITE|SITE_/, 'site_login_wrong'],
  [/NOT_EXIST|NOT_FOUND/, 'account_not_exist'],
  [/AUTHORI[SZ]ATION/, 'authorization_failed'],
  [/INCORRECT|PASSWORD|WRONG|PERMISSION/, 'wrong_account_or_password'],
  [/FREQUENT|LIMIT/, 'too_frequent'],
];

export const loginReason = (errorCode: string): ReasonCode | null =>
  REASONS.find(([pattern]) => pattern.test(errorCode.toUpperCase()))?.[1] ?? null;

const openLoginAnswer = (answer: WireAnswer): Outcome<unknown> =>
  fromWireSiteAnswer(answer, loginReason, 'login_failed');

/** Any page of the site. */
const openPage = (answer: WireAnswer): Outcome<unknown> => refusedByStatus(answer) ?? { ok: true, value: answer.text };

export const loginPageInit = siteCall({
  key: 'lazada-seller GET login-page-init',
  tag: 'ours',
  repeat: 'login',
  method: 'GET',
  path: SITE_PATHS.loginPage,
  fields: (_params: null) => ({}),
  open: openPage,
  read: done,
});

/** What is submitted with the account; fields without a value are left out (spec 2 §5). */
export interface LoginAttempt {
  readonly userInput: string;
  /** As the person typed it. It is hashed before it is sent. */
  readonly password: string;
  /** The same value until the login succeeds: by it the marketplace recognises which demands were met. */
  readonly deviceToken: string;
  readonly captcha: { readonly captchaId: string; readonly text: string } | null;
  readonly code: { readonly channel: CodeChannel; readonly code: string } | null;
  /** Requests another code instead of answering. */
  readonly isResend: boolean;
}
export type CodeChannel = 'sms' | 'email' | 'app';
const CODE_FIELDS: Readonly<Record<CodeChannel, string>> = { sms: 'vcode', email: 'emailCode', app: 'otp' };

const ticketSchema = z.object({ ticket: z.string().min(1) });

/**
 * What is sent instead of the password (spec 1 §5, spec 2 §5: hashed before sending). Ours: hex md5. Which hash the
 * site wants is not public, and this marketplace's web client uses md5 for its signatures (facts 2.1).
 */
const hashPassword = (password: string): string => createHash('md5').update(password).digest('hex');

/** The ticket for the session. */
export const loginSubmit = siteCall({
  key: 'lazada-seller POST login-submit',
  tag: 'ours',
  repeat: 'login',
  method: 'POST',
  path: SITE_PATHS.loginSubmit,
  fields: ({ userInput, password, deviceToken, captcha, code, isResend }: LoginAttempt) => ({
    userInput,
    password: hashPassword(password),
    deviceToken,
    ...(captcha === null ? {} : { captchaId: captcha.captchaId, captcha: captcha.text }),
    ...(code === null ? {} : { [CODE_FIELDS[code.channel]]: code.code }),
    ...(isResend ? { resend: 'true' } : {}),
  }),
  open: openLoginAnswer,
  read: (data) => {
    const ticket = ticketSchema.safeParse(data);
    return ticket.success
      ? { ok: true, value: ticket.data.ticket }
      : { ok: false, refusal: refusal('login_not_successful', 'the answer names no ticket'), canRetry: false };
  },
});

/**
 * Turns the ticket into the session. Ours: a ticket opens one session, so a repeat after a lost answer would be refused
 * as `authorization_failed`, which looks final and is not. The whole login is tried again instead.
 */
export const sessionInit = siteCall({
  key: 'lazada-seller GET session-init',
  tag: 'ours',
  repeat: 'once',
  method: 'GET',
  path: SITE_PATHS.sessionInit,
  fields: ({ ticket }: { readonly ticket: string }) => ({ ticket }),
  // Any other answer means that there is no session (spec 2 §8).
  open: (answer) => {
    const outcome = openLoginAnswer(answer);
    if (outcome.ok || outcome.canRetry) return outcome;
    return { ok: false, refusal: refusal('authorization_failed', outcome.refusal.detail), canRetry: false };
  },
  read: done,
});

const windowSchema = z.object({ sellerId: wireId });

/** Ours: the page carries `window.__IM_CONFIG__ = {...};`. */
export function sellerIdOfPage(page: string): string | null {
  const json = /window\.__IM_CONFIG__\s*=\s*(\{[^<]*?\});/.exec(page)?.[1];
  const parsed = json === undefined ? null : tryExactJson(json);
  const config = parsed?.ok ? windowSchema.safeParse(parsed.value) : null;
  return config?.success ? config.data.sellerId : null;
}

/** The seller id of the login. */
export const imWindowPage = siteCall({
  key: 'lazada-seller GET im-window-page(seller',
  tag: 'ours',
  repeat: 'login',
  method: 'GET',
  path: SITE_PATHS.imWindow,
  fields: (_params: null) => ({}),
  open: (answer) => {
    const page = openPage(answer);
    return page.ok || !isSessionOver(page.refusal.reason)
      ? page
      : { ok: false, refusal: refusal('back_office_login_failed', page.refusal.detail), canRetry: false };
  },
  read: (page) => {
    const sellerId = typeof page === 'string' ? sellerIdOfPage(page) : null;
    return sellerId === null
      ? { ok: false, refusal: refusal('page_configuration_unreadable', 'no seller id on the page'), canRetry: false }
      : { ok: true, value: sellerId };
  },
});
