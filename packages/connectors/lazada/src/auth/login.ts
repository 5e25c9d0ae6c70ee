/** Signing in at the seller's web site (spec 2 §7.4, §8). A demand for captcha, code or a page ends the attempt. */
import type { Attempt, Challenge, ChallengeAnswer, Credentials, Outcome, WireAnswer } from '@pasar/connector-kit';
import { type Refusal, refusal } from '@pasar/domain';
import type { LazadaCallShape, LazadaScope } from '../calls/definition.ts';
import { imWindowPage, type LoginAttempt, loginPageInit, loginSubmit, sessionInit } from '../calls/login.ts';
import { type Continuation, challengeOf, parseContinuation } from './demand.ts';
import { type Requests, settle } from './requests.ts';

export interface LoginRefused {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly canRetry: boolean;
  readonly challenge: Challenge | null;
}
export type LoginResult = { readonly ok: true; readonly value: string } | LoginRefused;

export interface LoginPorts {
  readonly requests: Requests;
  readonly scope: LazadaScope;
  readonly uuid: () => string;
}
/** What the person said to the attempt before, or that another code is wanted. */
export interface LoginInput {
  readonly answer: ChallengeAnswer | null;
  readonly isResend: boolean;
  /** Where the answer or the resend continues; null starts a new attempt. */
  readonly continuation: string | null;
}
export const FRESH_LOGIN: LoginInput = { answer: null, isResend: false, continuation: null };

const refuse = (reason: Refusal, canRetry = false, challenge: Challenge | null = null): LoginRefused => ({
  ok: false,
  refusal: reason,
  canRetry,
  challenge,
});
const withoutChallenge = ({ refusal: reason, canRetry }: Outcome<never> & { readonly ok: false }): LoginRefused =>
  refuse(reason, canRetry);

/** Lazada refuses phone numbers as accounts (spec 1 §5). An account name has a letter or an @. */
const isPhone = (identifier: string): boolean => !/[\p{L}@]/u.test(identifier);

function toAttempt({ identifier, password }: Credentials, input: LoginInput, known: Continuation): LoginAttempt {
  const { answer, isResend } = input;
  const { deviceToken, channel } = known;
  return {
    userInput: identifier,
    password,
    deviceToken,
    captcha: answer?.kind === 'captcha' ? { captchaId: answer.captchaId, text: answer.text } : null,
    code: answer?.kind === 'code' ? { channel: channel ?? 'sms', code: answer.code } : null,
    isResend,
  };
}

/** Logs in and answers the seller id. Stops at the first refused step. */
export async function logIn(
  { requests, scope, uuid }: LoginPorts,
  credentials: Credentials,
  input: LoginInput,
): Promise<LoginResult> {
  if (isPhone(credentials.identifier)) return refuse(refusal('phone_login_not_allowed'));
  const known =
    input.continuation === null ? { deviceToken: uuid(), channel: null } : parseContinuation(input.continuation);
  if (known === null) return refuse(refusal('invalid_request', 'the sign-in cannot go on from this'));

  const ask = async <Params, Answer>(
    call: LazadaCallShape<Params, Answer>,
    params: Params,
  ): Promise<{ readonly result: Attempt<WireAnswer>; readonly outcome: Outcome<Answer> }> => {
    const result = await requests.run(call, params, scope);
    return { result, outcome: settle(call, result, scope) };
  };

  const page = (await ask(loginPageInit, null)).outcome;
  if (!page.ok) return withoutChallenge(page);
  const submitted = await ask(loginSubmit, toAttempt(credentials, input, known));
  if (!submitted.outcome.ok) {
    const { result, outcome } = submitted;
    const challenge = result.kind === 'answered' ? challengeOf(result, known.deviceToken) : null;
    return refuse(outcome.refusal, outcome.canRetry, challenge);
  }
  const session = (await ask(sessionInit, { ticket: submitted.outcome.value })).outcome;
  if (!session.ok) return withoutChallenge(session);
  const window = (await ask(imWindowPage, null)).outcome;
  return window.ok ? { ok: true, value: window.value } : withoutChallenge(window);
}
