/** `{code, message, data}`, the answer of every seller-site call (facts 3.1). */
import type { HttpResponse } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { z } from 'zod';
import { ok, refused, unlucky } from '../outcome.ts';
import { parseExactJson } from './json.ts';

const envelope = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() });

/** ours: the code of a dead session is not public; its words are what a reader would look for. */
const NOT_LOGGED_IN = /not.?log(ged)?.?in|login (expired|required)|unauthor|session (expired|invalid)/i;
const CSRF_REFUSED = /csrf/i;

/** `csrf` is told apart so that the caller can fetch another token. */
export type SiteAnswer<Value> = Outcome<Value> | 'csrf';

export function readEnvelope<Value>(response: HttpResponse, data: z.ZodType<Value>): SiteAnswer<Value> {
  const { status } = response;
  if (status === 429) return unlucky('too_frequent', 'HTTP 429');
  if (status === 401) return refused('shop_login_expired', 'HTTP 401');
  if (status >= 500) return unlucky('marketplace_error', `HTTP ${status}`);
  let body: unknown;
  try {
    body = parseExactJson(response.text);
  } catch {
    return status === 200
      ? refused('unexpected_answer', 'the answer is not JSON')
      : unlucky('marketplace_error', `HTTP ${status}`);
  }
  const read = envelope.safeParse(body);
  if (!read.success) {
    return status === 200
      ? refused('unexpected_answer', z.prettifyError(read.error))
      : unlucky('marketplace_error', `HTTP ${status}`);
  }
  const { code } = read.data;
  const message = read.data.message ?? '';
  if (code !== 0) {
    if (NOT_LOGGED_IN.test(message)) return refused('shop_login_expired', message);
    if (CSRF_REFUSED.test(message)) return 'csrf';
    // spec 2 §8: a code above 0 with no message reads "request interface failed"
    const detail = message === '' ? `request interface failed (${code})` : message;
    return status === 200 ? refused('marketplace_error', detail) : unlucky('marketplace_error', detail);
  }
  const value = data.safeParse(read.data.data);
  return value.success ? ok(value.data) : refused('unexpected_answer', z.prettifyError(value.error));
}
