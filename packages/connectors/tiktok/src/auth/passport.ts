/** Passport login (facts 3.5, spec 2 §5). A demand for captcha, code or identity is a refusal, never worked around. */
import { type Bridge, BridgeError, type HttpResponse } from '@pasar/bridge';
import type { Credentials, Outcome } from '@pasar/connector-kit';
import { LIMITS, type ReasonCode } from '@pasar/domain';
import { parseExactJson } from '../inbound/json.ts';
import { passportAnswer } from '../inbound/shapes.ts';
import { networkFailure } from '../limits/retry.ts';
import { type Failed, ok, refused, unlucky } from '../outcome.ts';

const PASSPORT_PATH = '/passport/web/user/login/';

/** Sensitive fields travel as lower-case hex of each UTF-8 byte XOR 5. */
export const mix = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => (byte ^ 5).toString(16).padStart(2, '0')).join('');

/** An email has an @ after its first character; anything else is a mobile number. */
export const identifierField = (identifier: string): 'email' | 'mobile' =>
  identifier.indexOf('@') > 0 ? 'email' : 'mobile';

/** Up to three tries against a network that fails; an answer is final. */
export async function loginByPassword(
  bridge: Bridge,
  origin: string,
  credentials: Credentials,
): Promise<Outcome<null>> {
  let failure: Failed = unlucky('marketplace_unreachable', null);
  for (let attempt = 0; attempt < LIMITS.loginAttempts; attempt += 1) {
    try {
      return readPassportAnswer(await askPassport(bridge, origin, credentials));
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      failure = networkFailure(error);
    }
  }
  return failure;
}

const askPassport = (bridge: Bridge, origin: string, { identifier, password }: Credentials): Promise<HttpResponse> =>
  bridge.http.request({
    method: 'POST',
    url: `${origin}${PASSPORT_PATH}?aid=4068&account_sdk_source=web&language=en`,
    headers: { accept: 'application/json, text/plain, */*' },
    body: {
      type: 'form',
      fields: {
        mix_mode: '1',
        fixed_mix_mode: '1',
        [identifierField(identifier)]: mix(identifier),
        password: mix(password),
      },
    },
    timeoutMs: LIMITS.loginTimeoutMs,
  });

export function readPassportAnswer(response: HttpResponse): Outcome<null> {
  if (response.status === 429) return unlucky('too_frequent', 'HTTP 429');
  if (response.status >= 500) return unlucky('marketplace_error', `HTTP ${response.status}`);
  let body: unknown;
  try {
    body = parseExactJson(response.text);
  } catch {
    return unlucky('marketplace_error', `HTTP ${response.status}`);
  }
  const answer = passportAnswer.safeParse(body);
  if (!answer.success)
    return response.status === 200
      ? refused('unexpected_answer', 'passport')
      : unlucky('marketplace_error', `HTTP ${response.status}`);
  if (answer.data.message === 'success') return ok(null);
  const { error_code: code, description = '' } = answer.data.data;
  return refused(loginReason(code, description), description === '' ? `passport ${code}` : description);
}

interface LoginReason {
  readonly codes: readonly number[];
  readonly words: readonly string[];
  readonly reason: ReasonCode;
}
/** First match wins. 1104 is public; the other numbers are ours, so the words are looked at as well (spec 2 §8). */
const LOGIN_REASONS: readonly LoginReason[] = [
  { codes: [1104, 1105], words: ['captcha'], reason: 'captcha_needed' },
  { codes: [], words: ['too many', 'too frequent', 'maximum number'], reason: 'too_frequent' },
  { codes: [], words: ['identity'], reason: 'identity_check_needed' },
  { codes: [], words: ['verification code', 'verify your'], reason: 'verification_needed' },
  { codes: [], words: ['banned', 'suspended', 'frozen'], reason: 'account_frozen' },
  { codes: [1003], words: ["doesn't exist", 'not exist'], reason: 'account_not_exist' },
  { codes: [1009], words: ['incorrect', 'password'], reason: 'wrong_account_or_password' },
];

function loginReason(code: number, description: string): ReasonCode {
  const said = description.toLowerCase();
  const found = LOGIN_REASONS.find(
    ({ codes, words }) => codes.includes(code) || words.some((word) => said.includes(word)),
  );
  return found?.reason ?? 'login_failed';
}
