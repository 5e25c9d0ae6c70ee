/** What a login demands of the person (spec 2 §4, §8), and how the answer is sent with the next attempt. */
import type { Challenge, ChallengeAnswer, Outcome } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { z } from 'zod';
import { type LoginProof, NO_PROOF } from '../calls/credentials.ts';
import { CODE_CHANNELS, type CodeChannel, captchaInfo } from '../calls/login.ts';
import { loginWordOf } from '../calls/login-refusals.ts';
import type { LoginClient } from '../wire/login-client.ts';
import type { ShopeeScope } from '../wire/scope.ts';

const CAPTCHA_WORDS = new Set([
  'error_require_captcha',
  'error_captcha_trigger',
  'error_captcha',
  'error_too_many_fail_login',
]);
const CODE_WORDS = new Set(['error_need_otp', 'error_otp', 'error_need_vcode', 'vcode', 'error_invalid_vcode']);
const IDENTITY_WORD = 'error_need_ivs';

/** Used when the marketplace names no time (our choice). Milliseconds. */
const RESEND_AFTER_MS = 60_000;
/** Ours: the page for a person who must pass a check without an address of its own. */
const SIGN_IN_PAGE = '/account/signin';

/** The details of a demand, as far as the answer has them. Ours: all but the masked phone and e-mail of facts 1.2. */
const demandBody = z.object({
  channel: z.enum(CODE_CHANNELS).optional().catch(undefined),
  phone: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  resend_after: z.number().nonnegative().optional().catch(undefined),
  ivs_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
});

/** What a challenge carries out and back: enough to request another code after a restart. */
const continuationSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('captcha') }),
  z.object({ step: z.literal('code'), channel: z.enum(CODE_CHANNELS), target: z.string().nullable() }),
  z.object({ step: z.literal('identity') }),
]);
type Continuation = z.infer<typeof continuationSchema>;
const write = (continuation: Continuation): string => JSON.stringify(continuation);

function read(continuation: string): Continuation | null {
  try {
    return continuationSchema.parse(JSON.parse(continuation));
  } catch {
    // Not a continuation of this connector.
    return null;
  }
}

/**
 * The part of the person's answer that the login form carries. An identity check happens on its own page: nothing is
 * sent.
 */
export function proofOf(answer: ChallengeAnswer | null): LoginProof {
  if (answer === null) return NO_PROOF;
  switch (answer.kind) {
    case 'captcha':
      return { ...NO_PROOF, captcha: { captchaId: answer.captchaId, text: answer.text } };
    case 'code':
      return { ...NO_PROOF, code: answer.code };
    case 'identity':
      return NO_PROOF;
  }
}

const codeChallenge = (channel: CodeChannel, target: string | null, resendAfterMs: number): Challenge => ({
  kind: 'code',
  channel,
  target,
  resendAfterMs,
  continuation: write({ step: 'code', channel, target }),
});

/**
 * The challenge of a refused login; null when nothing is demanded. For a captcha that cannot be shown, the person
 * solves it on the marketplace's own page.
 */
export async function challengeOf(
  json: unknown,
  origin: string,
  client: LoginClient,
  scope: ShopeeScope,
): Promise<Challenge | null> {
  const word = loginWordOf(json);
  if (word === null) return null;
  if (CAPTCHA_WORDS.has(word)) return (await captchaChallenge(client, scope)) ?? signInChallenge(origin);
  const demand = demandBody.safeParse(json);
  const told = demand.success ? demand.data : {};
  if (CODE_WORDS.has(word)) {
    const channel = told.channel ?? 'sms';
    const target = (channel === 'email' ? told.email : told.phone) || null;
    const { resend_after: seconds } = told;
    return codeChallenge(channel, target, seconds === undefined ? RESEND_AFTER_MS : seconds * 1_000);
  }
  if (word !== IDENTITY_WORD) return null;
  return told.ivs_url === undefined ? signInChallenge(origin) : identityChallenge(told.ivs_url);
}

const identityChallenge = (pageUrl: string): Challenge => ({
  kind: 'identity',
  pageUrl,
  continuation: write({ step: 'identity' }),
});
/** For an identity check whose answer names no page. */
export const signInChallenge = (origin: string): Challenge => identityChallenge(`${origin}${SIGN_IN_PAGE}`);

async function captchaChallenge(client: LoginClient, scope: ShopeeScope): Promise<Challenge | null> {
  const pictures = await client.make(captchaInfo, null, scope);
  if (!pictures.ok) return null;
  return { kind: 'captcha', ...pictures.value, continuation: write({ step: 'captcha' }) };
}

/** The code of a continuation, or a refusal when the continuation is for another demand. */
export function codeOf(continuation: string): Outcome<{ channel: CodeChannel; target: string | null }> {
  const step = read(continuation);
  if (step?.step === 'code') return { ok: true, value: step };
  return { ok: false, refusal: refusal('invalid_request', 'there is no code to send again'), canRetry: false };
}

/** The same challenge after another code was sent. */
export const resentChallenge = (
  { channel, target }: { channel: CodeChannel; target: string | null },
  resendAfterMs: number | null,
): Challenge => codeChallenge(channel, target, resendAfterMs ?? RESEND_AFTER_MS);
