/** What an answer says when it is no success: the refusals that all calls share. */
import type { Outcome } from '@pasar/connector-kit';
import { type Refusal, refusal } from '@pasar/domain';
import { z } from 'zod';
import { type CallResult, isSuccess } from '../outbound/http-call.ts';

const errorBody = z.object({
  error_code: z.string().optional(),
  error: z.union([z.string(), z.number()]).optional(),
  message: z.string().optional(),
  errcode: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export function errorOf(json: unknown): ErrorBody {
  const parsed = errorBody.safeParse(json);
  return parsed.success ? parsed.data : {};
}

/** The marketplace's own words, for the details fold. */
export function wordsOf(status: number, json: unknown): string {
  const { error_code, error, message } = errorOf(json);
  const words = [error_code, error, message].filter((word) => word !== undefined && word !== '').join(': ');
  return words === '' ? `HTTP ${status}` : `HTTP ${status} ${words}`;
}

const EXPIRED_WORDS = new Set(['token not found', 'user_is_unauthorized']);

/** The webchat token, or the seller session behind it, no longer holds (spec 2 §8, facts 1.2, 1.3). */
export function saysTokenNotFound(result: CallResult): boolean {
  if (result.kind !== 'answered' || isSuccess(result.status)) return false;
  const { error, message, error_code } = errorOf(result.json);
  if ([error, message, error_code].some((word) => EXPIRED_WORDS.has(String(word)))) return true;
  return result.status === 401;
}

const refused = (reason: Refusal['reason'], detail: string | null, canRetry: boolean): Outcome<never> => ({
  ok: false,
  refusal: refusal(reason, detail),
  canRetry,
});

/** The refusal for everything but a success. */
export function refusalOf(result: CallResult): Outcome<never> {
  if (result.kind === 'failed') {
    const { code, message } = result.error;
    return refused(code === 'timeout' ? 'request_timed_out' : 'marketplace_unreachable', `${code}: ${message}`, true);
  }
  const { status, json } = result;
  const words = wordsOf(status, json);
  if (saysTokenNotFound(result)) return refused('shop_login_expired', words, false);
  if (status === 429) return refused('too_frequent', words, true);
  // A 403 without these words is a guard in front of the marketplace: it may let the next call pass.
  return refused('marketplace_error', words, status === 403 || status >= 500);
}

/** The parsed body of a success, or the refusal. */
export function readAnswer<Schema extends z.ZodType>(result: CallResult, schema: Schema): Outcome<z.output<Schema>> {
  if (result.kind === 'failed' || !isSuccess(result.status)) return refusalOf(result);
  const parsed = schema.safeParse(result.json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return refused('unexpected_answer', z.prettifyError(parsed.error), false);
}
