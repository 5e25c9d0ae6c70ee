/**
 * The seller centre's envelopes, by family (facts 1.7): `{code, message, user_message, data}` of /api/v3 and of
 * marketing, `{error, error_msg, data}` of /api/v4 and of the wallet, `{code, msg, data}` of ads, and `{code, msg,
 * result}` of the figures. Code 0 or error 0 is the only success (spec 2 §5); code 2 is a session that no longer holds.
 */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';
import { z } from 'zod';
import { refusalOf, saysTokenNotFound } from '../../wire/answer.ts';
import { type CallResult, isSuccess } from '../../wire/http-call.ts';

const envelope = z.object({
  code: z.number().optional(),
  error: z.number().nullish(),
  message: z.string().nullish(),
  user_message: z.string().nullish(),
  error_msg: z.string().nullish(),
  msg: z.string().nullish(),
  data: z.unknown().optional(),
  result: z.unknown().optional(),
});
type Envelope = z.output<typeof envelope>;

const SESSION_INVALID = 2;

/** Whether the seller session itself is gone: code 2, or the words that all surfaces share. */
export function isSessionGone(result: CallResult): boolean {
  if (result.kind === 'failed') return false;
  if (saysTokenNotFound(result)) return true;
  const parsed = envelope.safeParse(result.json);
  return parsed.success && parsed.data.code === SESSION_INVALID;
}

const refuse = (reason: ReasonCode, detail: string): Outcome<never> => ({
  ok: false,
  refusal: refusal(reason, detail),
  canRetry: false,
});

/** The marketplace's own words: those for people before those for programs. */
const wordsOf = ({ user_message, message, error_msg, msg, code, error }: Envelope): string =>
  user_message || message || error_msg || msg || `code ${code ?? error}`;

export interface Reading {
  /** The reason of a refusal of this call; the marketplace's own words are its detail. */
  readonly refusedAs: ReasonCode;
  /** The field that holds the answer; `data` by default. */
  readonly at: 'data' | 'result';
}
const PLAIN: Reading = { refusedAs: 'marketplace_error', at: 'data' };

/** The data of a success as the schema reads it, or the refusal. */
export function readData<Schema extends z.ZodType>(
  answer: WireAnswer,
  schema: Schema,
  { refusedAs, at }: Reading = PLAIN,
): Outcome<z.output<Schema>> {
  const result: CallResult = { kind: 'answered', ...answer };
  const parsed = envelope.safeParse(answer.json);
  if (parsed.success && parsed.data.code === SESSION_INVALID) {
    return refuse('shop_login_expired', wordsOf(parsed.data));
  }
  if (!isSuccess(answer.status)) return refusalOf(result);
  if (!parsed.success) return refuse('unexpected_answer', z.prettifyError(parsed.error));
  const verdict = parsed.data.code ?? parsed.data.error;
  if (verdict === undefined || verdict === null) return refuse('unexpected_answer', 'neither code nor error');
  if (verdict !== 0) return refuse(refusedAs, wordsOf(parsed.data));
  const data = schema.safeParse(parsed.data[at]);
  return data.success ? { ok: true, value: data.data } : refuse('unexpected_answer', z.prettifyError(data.error));
}

/** For calls whose answer has no value. */
export function readDone(answer: WireAnswer, reading: Reading = PLAIN): Outcome<null> {
  const read = readData(answer, z.unknown(), reading);
  return read.ok ? { ok: true, value: null } : read;
}
