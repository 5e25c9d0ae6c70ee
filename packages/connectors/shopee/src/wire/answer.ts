/** Reads answers that are no success: the refusals that all calls share (spec 2 §8). */
import type { BridgeError } from '@pasar/bridge';
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { type Refusal, refusal } from '@pasar/domain';
import { z } from 'zod';
import { type CallResult, isSuccess } from './http-call.ts';

const word = z.union([z.string(), z.number()]).optional();
const errorBody = z.object({
  error_code: z.string().optional(),
  error: word,
  message: z.string().optional(),
  errcode: z.number().optional(),
  code: z.number().optional(),
  reason: word,
});
export type ErrorBody = z.infer<typeof errorBody>;

export function errorOf(json: unknown): ErrorBody {
  const parsed = errorBody.safeParse(json);
  return parsed.success ? parsed.data : {};
}

/** The marketplace's own words, shown as the detail of a refusal. */
export function wordsOf(status: number, json: unknown): string {
  const { error_code, error, message, reason } = errorOf(json);
  const words = [error_code, error, reason, message].filter((each) => each !== undefined && each !== '').join(': ');
  return words === '' ? `HTTP ${status}` : `HTTP ${status} ${words}`;
}

const EXPIRED_WORDS = new Set(['token not found', 'user_is_unauthorized']);
const saysExpired = (json: unknown): boolean => {
  const { error, message, error_code } = errorOf(json);
  return [error, message, error_code].some((each) => EXPIRED_WORDS.has(String(each)));
};

/** The webchat token, or the seller session behind it, no longer holds (spec 2 §8, facts 1.2, 1.3). */
export function saysTokenNotFound(result: CallResult): boolean {
  if (result.kind !== 'answered' || isSuccess(result.status)) return false;
  return saysExpired(result.json) || result.status === 401;
}

/**
 * Whether a 403 comes from the marketplace's own program (a code, or words of its catalogue) or from a guard in front
 * of it.
 */
export function explainsItself({ json }: WireAnswer): boolean {
  const { errcode, code, error_code, message, error } = errorOf(json);
  if (errcode !== undefined || code !== undefined || error_code !== undefined || saysExpired(json)) return true;
  return [message, error].some((each) => /^(error_|has_|vcode$)/.test(String(each ?? '')));
}

/** Ours: the words for a refused signature. The refusal says nothing of the account, and the next call may pass. */
export function saysWrongSignature({ status, json }: WireAnswer): boolean {
  const { error_code, error, message } = errorOf(json);
  return status === 403 && [error_code, error, message].some((each) => /invalid.signature/i.test(String(each ?? '')));
}

/** Stands in an answer instead of the marketplace's code. */
const CLOCK_WRONG = 'clock_wrong';
/** A marketplace accepts some minutes; clocks that are kept right differ by less than a second (our choice). */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The signature covers this machine's time. When the marketplace refuses it, and tells another time in the same answer,
 * then the cause is this machine's clock and not the key.
 */
export function withCauseOfSignature(answer: WireAnswer, now: number): WireAnswer {
  const there = Date.parse(answer.headers.date ?? '');
  const differenceMs = Math.abs(there - now);
  // Without a date the difference is not a number.
  if (!saysWrongSignature(answer) || !(differenceMs > CLOCKS_DIFFER_MS)) return answer;
  const seconds = Math.round(differenceMs / 1_000);
  const message = `invalid signature; the marketplace's clock differs from this server's by ${seconds} s`;
  return { ...answer, json: { error_code: CLOCK_WRONG, message } };
}

/** Whether the marketplace refused because this machine's clock is wrong. */
export const saysWrongClock = ({ json }: WireAnswer): boolean => errorOf(json).error_code === CLOCK_WRONG;

export type Refused = Extract<Outcome<never>, { ok: false }>;

const refused = (reason: Refusal['reason'], detail: string | null, canRetry: boolean): Refused => ({
  ok: false,
  refusal: refusal(reason, detail),
  canRetry,
});

/** A failure below HTTP. */
export function failureOf({ code, message }: BridgeError): Refused {
  const words = `${code}: ${message}`;
  if (code === 'timeout') return refused('request_timed_out', words, true);
  return refused(code === 'proxy' ? 'ip_isolation_failed' : 'marketplace_unreachable', words, true);
}

/** The refusal of every answer that is no success. */
export function refusalOf(result: CallResult): Refused {
  if (result.kind === 'failed') return failureOf(result.error);
  const { status, json } = result;
  const words = wordsOf(status, json);
  if (saysTokenNotFound(result)) return refused('shop_login_expired', words, false);
  if (saysWrongClock(result)) return refused('clock_wrong', words, true);
  if (status === 429) return refused('too_frequent', words, true);
  if (isSuccess(status)) return refused('marketplace_error', words, false);
  // A 403 without these words comes from a guard in front of the marketplace. It may let the next call pass.
  return refused('info_failed', words, status === 403 || status >= 500);
}

/** A page instead of JSON: a guard or a proxy answered, not the marketplace. */
export const isNoJson = ({ json, text }: WireAnswer): boolean => json === undefined && text.trim() !== '';

/** The parsed body of a success, or the refusal. `error_code` in a success is a refusal too (facts 1.5). */
export function readAnswer<Schema extends z.ZodType>(answer: WireAnswer, schema: Schema): Outcome<z.output<Schema>> {
  const { status, json } = answer;
  const { error_code: code } = errorOf(json);
  if (!isSuccess(status) || (code !== undefined && code !== 'success')) {
    return refusalOf({ kind: 'answered', ...answer });
  }
  if (isNoJson(answer)) return refused('unexpected_answer', 'no JSON', false);
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return refused('unexpected_answer', z.prettifyError(parsed.error), false);
}
