/** `{code, message, data}`, the answer of every seller, chat and affiliate call (facts 3.1). */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import type { ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { type Failed, ok, refused, unlucky } from './outcome.ts';

const envelope = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() });

/** Ours: the code of a dead session is not public, so its likely words are matched. */
const NOT_LOGGED_IN = /not.?log(ged)?.?in|login (expired|required)|token not found|unauthor|session (expired|invalid)/i;
const CSRF_REFUSED = /csrf/i;
const NO_CODES: ReadonlyMap<number, ReasonCode> = new Map();

/** The refusal that the status alone decides, or that a body without JSON gives; null when the body must be read. */
export function statusRefusal({ status, json }: WireAnswer): Failed | null {
  if (status === 429) return unlucky('too_frequent', 'HTTP 429');
  if (status === 401) return refused('shop_login_expired', 'HTTP 401');
  if (status >= 500) return unlucky('info_failed', `HTTP ${status}`);
  if (json !== undefined) return null;
  return status === 200
    ? refused('unexpected_answer', 'the answer is not JSON')
    : unlucky('info_failed', `HTTP ${status}`);
}

/** Whether the site refused the CSRF token. Then the call is made again with a new token. */
export function isCsrfRefused({ json }: WireAnswer): boolean {
  const read = envelope.safeParse(json);
  return read.success && read.data.code !== 0 && CSRF_REFUSED.test(read.data.message ?? '');
}

/**
 * `failure`: the reason of a look-up that has its own words in spec 2 §8, when the site refuses it or finds nothing.
 * `codes`: those of the call's refusals that have a reason of their own.
 */
export const fromEnvelope =
  <Value>(
    data: z.ZodType<Value>,
    failure: ReasonCode | null = null,
    codes: ReadonlyMap<number, ReasonCode> = NO_CODES,
  ) =>
  (answer: WireAnswer): Outcome<Value> => {
    const { status } = answer;
    const unexplained = statusRefusal(answer);
    if (unexplained !== null) return unexplained;
    const read = envelope.safeParse(answer.json);
    if (!read.success) {
      return status === 200
        ? refused('unexpected_answer', z.prettifyError(read.error))
        : unlucky('info_failed', `HTTP ${status}`);
    }
    const { code } = read.data;
    const message = read.data.message ?? '';
    if (code !== 0) {
      const known = codes.get(code);
      if (known !== undefined) return refused(known, message);
      if (NOT_LOGGED_IN.test(message)) return refused('shop_login_expired', message);
      // Spec 2 §8: a code above 0 without a message reads "request interface failed".
      const refuse = status === 200 ? refused : unlucky;
      if (message === '') return refuse('request_interface_failed', `code ${code}`);
      return refuse(failure ?? (status === 200 ? 'marketplace_error' : 'info_failed'), message);
    }
    const value = data.safeParse(read.data.data);
    return value.success ? ok(value.data) : refused(failure ?? 'unexpected_answer', z.prettifyError(value.error));
  };
