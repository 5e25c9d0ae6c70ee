/**
 * `{message: "success"|"error", data}`, the answer of every passport call (facts 3.5), and the reasons of its refusals.
 */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { isSessionOver, type ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { statusRefusal } from '../wire/envelope.ts';
import { type Failed, ok, refused, unlucky } from '../wire/outcome.ts';

const passportAnswer = z.discriminatedUnion('message', [
  z.object({ message: z.literal('success'), data: z.unknown().optional() }),
  z.object({
    message: z.literal('error'),
    data: z.object({ error_code: z.int(), description: z.string().optional() }),
  }),
]);
interface PassportError {
  readonly code: number;
  readonly description: string;
}
export type PassportReasons = (error: PassportError) => ReasonCode;

interface LoginReason {
  readonly codes: readonly number[];
  readonly words: readonly string[];
  readonly reason: ReasonCode;
}
/** The first match decides. 1104 is public; ours: the other numbers, so the words are matched too (spec 2 §8). */
const LOGIN_REASONS: readonly LoginReason[] = [
  { codes: [1104, 1105], words: ['captcha'], reason: 'captcha_needed' },
  // Before the other rules: its words also name a cause ("sent too frequently"), and the failed sending counts (spec 1
  // §8).
  { codes: [], words: ['send verification code failed'], reason: 'verification_code_not_sent' },
  { codes: [], words: ['too many', 'too frequent', 'maximum number'], reason: 'too_frequent' },
  { codes: [], words: ['identity'], reason: 'identity_check_needed' },
  { codes: [], words: ['invalid verification code', 'incorrect verification code'], reason: 'verification_code_wrong' },
  {
    codes: [],
    words: ['verification code', 'verify your', 'activate', 'need otp', 'need vcode'],
    reason: 'verification_needed',
  },
  { codes: [], words: ['bound to merchant'], reason: 'shop_bound_to_merchant' },
  { codes: [], words: ['banned', 'suspended', 'frozen'], reason: 'account_frozen' },
  { codes: [1003], words: ["doesn't exist", 'not exist', 'not found'], reason: 'account_not_exist' },
  { codes: [1009], words: ['incorrect', 'password', 'permission'], reason: 'wrong_account_or_password' },
];
const reasonIn = (reasons: readonly LoginReason[], { code, description }: PassportError): ReasonCode | null => {
  const said = description.toLowerCase();
  const isMeant = ({ codes, words }: LoginReason): boolean =>
    codes.includes(code) || words.some((word) => said.includes(word));
  return reasons.find(isMeant)?.reason ?? null;
};

export const loginReason: PassportReasons = (error) => reasonIn(LOGIN_REASONS, error) ?? 'login_failed';
/**
 * When a code was sent along, "verification code" and "Email verification code error" say that it is wrong (spec 2 §5).
 * Too many requests have their own words.
 */
export const codeReason: PassportReasons = (error) => {
  const reason = loginReason(error);
  return reason === 'verification_needed' ? 'verification_code_wrong' : reason;
};
/** Spec 2 §8: a code that was not sent. */
export const sendCodeReason: PassportReasons = (error) => {
  const reason = loginReason(error);
  return ['captcha_needed', 'too_frequent', 'account_not_exist', 'account_frozen'].includes(reason)
    ? reason
    : 'verification_code_not_sent';
};

/** Every refusal of the passport is final until a person acts: `canRetry` is false (CK-L4). */
export const fromPassport =
  <Value>(data: z.ZodType<Value>, reasons: PassportReasons, failure: ReasonCode) =>
  (answer: WireAnswer): Outcome<Value> => {
    const unexplained = statusRefusal(answer);
    if (unexplained !== null) return isSessionOver(unexplained.refusal.reason) ? noSession(answer) : unexplained;
    const read = passportAnswer.safeParse(answer.json);
    if (!read.success) {
      return answer.status === 200
        ? refused('unexpected_answer', 'passport')
        : unlucky('info_failed', `HTTP ${answer.status}`);
    }
    if (read.data.message === 'error') {
      const { error_code: code, description = '' } = read.data.data;
      const reason = reasons({ code, description });
      // The native words of a wrong code are replaced and not shown (spec 2 §8).
      if (reason === 'verification_code_wrong') return refused(reason, null);
      return refused(reason, description === '' ? `passport ${code}` : description);
    }
    const value = data.safeParse(read.data.data);
    return value.success ? ok(value.data) : refused(failure, z.prettifyError(value.error));
  };

/** An answer that no account is logged in means that the login failed. */
const noSession = ({ status }: WireAnswer): Failed => refused('login_failed', `HTTP ${status}`);

/** A login needs a user id above 0 (spec 2 §5). Ours: the two names of the field. */
export const signedIn = z
  .object({ user_id_str: z.string().optional(), user_id: z.union([z.string(), z.number()]).optional() })
  .transform(({ user_id_str: text, user_id: id }) => ({ userId: String(text ?? id ?? '') }))
  .refine(({ userId }) => /^[1-9][0-9]*$/.test(userId), 'no user id');
export type SignedIn = z.infer<typeof signedIn>;

/** Succeeds when it names the target of the code: mobile, email, or a ticket for the number (spec 2 §5). */
export const codeSent = z
  .object({
    mobile: z.string().min(1).optional(),
    email: z.string().min(1).optional(),
    mobile_ticket: z.string().min(1).optional(),
    // Ours: seconds.
    retry_time: z.number().int().positive().optional(),
  })
  .refine(({ mobile, email, mobile_ticket: ticket }) => (mobile ?? email ?? ticket) !== undefined, 'not sent')
  .transform(({ mobile, email, retry_time: wait }) => ({
    target: mobile ?? email ?? null,
    resendAfterMs: (wait ?? RESEND_AFTER_S) * 1_000,
  }));
export type CodeSent = z.infer<typeof codeSent>;
/** Used when the answer names no time (our choice). */
const RESEND_AFTER_S = 60;
