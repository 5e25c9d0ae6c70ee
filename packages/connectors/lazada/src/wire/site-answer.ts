/** Answers of the seller's web site; ours: `{success:true, data}` or `{success:false, errorCode, errorMessage}`. */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';
import { z } from 'zod';
import { classify, failed, fromWireAnswer, meaningOf, meaningOfStatus } from './answer.ts';

const answerSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.unknown().optional() }),
  z.object({ success: z.literal(false), errorCode: z.string(), errorMessage: z.string().default('') }),
]);

/** The reason of each error code of a surface; null for an unknown code. */
export type ReasonOfCode = (errorCode: string) => ReasonCode | null;

/** Codes of the shop's own calls; the first match decides. */
const REASONS: readonly (readonly [RegExp, ReasonCode])[] = [
  [/SESSION_EXPIRED|NOT_LOGIN/, 'shop_login_expired'],
  [/RGV587|USER_VALIDATE|PUNISH/, 'verification_needed'],
  [/SESSION_CLOSED/, 'conversation_closed'],
  [/NOT_EXIST|NOT_FOUND/, 'not_found'],
  [/UPLOAD_TOKEN|INVALID_TOKEN/, 'upload_token_invalid'],
  [/NO_IMAGE|IMAGE_EMPTY/, 'image_data_missing'],
  [/FREQUENT|FLOW_?LIMIT/, 'too_frequent'],
];
export const reasonOfSite: ReasonOfCode = (errorCode) =>
  REASONS.find(([pattern]) => pattern.test(errorCode.toUpperCase()))?.[1] ?? null;

const GUARD_CLASSES: ReadonlySet<string> = new Set(['suspicion', 'session', 'flow']);

/** The HTTP status is read first: a redirect leads to the login page. */
export function refusedByStatus({ status }: WireAnswer): Outcome<never> | null {
  if (status >= 300 && status < 400) {
    return { ok: false, refusal: refusal('shop_login_expired', 'sent to the login page'), canRetry: false };
  }
  return status === 200 ? null : failed(meaningOfStatus(status));
}

export function fromWireSiteAnswer(
  answer: WireAnswer,
  reasonOf: ReasonOfCode = reasonOfSite,
  otherwise: ReasonCode = 'call_failed',
): Outcome<unknown> {
  const refused = refusedByStatus(answer);
  if (refused !== null) return refused;
  const parsed = answerSchema.safeParse(answer.json);
  if (!parsed.success) {
    // Suspicion and a dead session come in the gateway's own envelope, at every call.
    const envelope = fromWireAnswer(answer);
    if (envelope.kind === 'refused' && GUARD_CLASSES.has(classify(envelope.code))) return failed(meaningOf(envelope));
    return { ok: false, refusal: refusal('unexpected_answer', 'the seller site answered no JSON'), canRetry: true };
  }
  if (parsed.data.success) return { ok: true, value: parsed.data.data };
  const { errorCode, errorMessage } = parsed.data;
  const reason = reasonOf(errorCode) ?? otherwise;
  // The site's own words are shown unchanged and with the code, which the site's support asks for.
  const detail = errorMessage === '' ? errorCode : `${errorCode}: ${errorMessage}`;
  return { ok: false, refusal: refusal(reason, detail), canRetry: reason === 'too_frequent' };
}
