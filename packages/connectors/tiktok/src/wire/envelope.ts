/** `{code, message, data}`, the answer of every seller, chat and affiliate call (facts 3.1). */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import type { ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { type Failed, ok, refused, unlucky } from './outcome.ts';

const envelope = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() });

/** ours: the code of a dead session is not public; its words are what a reader would look for. */
const NOT_LOGGED_IN = /not.?log(ged)?.?in|login (expired|required)|token not found|unauthor|session (expired|invalid)/i;
const CSRF_REFUSED = /csrf/i;

/** What no body explains; null when the body is to be read. */
export function statusRefusal({ status, json }: WireAnswer): Failed | null {
  if (status === 429) return unlucky('too_frequent', 'HTTP 429');
  if (status === 401) return refused('shop_login_expired', 'HTTP 401');
  if (status >= 500) return unlucky('info_failed', `HTTP ${status}`);
  if (json !== undefined) return null;
  return status === 200
    ? refused('unexpected_answer', 'the answer is not JSON')
    : unlucky('info_failed', `HTTP ${status}`);
}

/** A CSRF token that does not hold is another one's turn, not the caller's trouble. */
export function isCsrfRefused({ json }: WireAnswer): boolean {
  const read = envelope.safeParse(json);
  return read.success && read.data.code !== 0 && CSRF_REFUSED.test(read.data.message ?? '');
}

/** `failure` names a look that has words of its own in spec 2 §8: when the site refuses it, and when it finds nothing. */
export const fromEnvelope =
  <Value>(data: z.ZodType<Value>, failure: ReasonCode | null = null) =>
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
      if (NOT_LOGGED_IN.test(message)) return refused('shop_login_expired', message);
      // spec 2 §8: a code above 0 with no message reads "request interface failed"
      const refuse = status === 200 ? refused : unlucky;
      if (message === '') return refuse('request_interface_failed', `code ${code}`);
      return refuse(failure ?? (status === 200 ? 'marketplace_error' : 'info_failed'), message);
    }
    const value = data.safeParse(read.data.data);
    return value.success ? ok(value.data) : refused(failure ?? 'unexpected_answer', z.prettifyError(value.error));
  };
