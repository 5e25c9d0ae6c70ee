/** What an answer to POST messages means for the delivery (facts 1.5). */
import type { AfterRefusal, Outcome, SendOutcome } from '@pasar/connector-kit';
import { LIMITS, type ReasonCode, refusal } from '@pasar/domain';
import { z } from 'zod';
import { errorOf, saysTokenNotFound, saysWrongClock, wordsOf } from '../../wire/answer.ts';
import { type CallResult, isSuccess } from '../../wire/http-call.ts';
import { wireId } from '../../wire/wire-json.ts';
import { readMessageId, sentAtOf } from '../reading/message.ts';

const sentBody = z.object({
  id: wireId,
  created_timestamp: z.int().nonnegative(),
  created_at: z.string().nullish(),
});

/**
 * The marketplace's words for a refusal. The last three are those of the open API's send_message; that the seller site uses
 * them too is ours, as are the others but conversation_closed.
 */
const REASONS: Readonly<Record<string, ReasonCode>> = {
  conversation_closed: 'conversation_closed',
  blocked_by_user: 'blocked_by_user',
  user_blocked: 'blocked_by_user',
  text_empty: 'content_empty',
  text_too_long: 'content_too_long',
  reach_5_message_limit: 'messages_in_a_row',
  user_is_forbidden: 'buyer_out_of_reach',
  first_chat_without_order_info: 'buyer_out_of_reach',
};

const refused = (reason: ReasonCode, detail: string, next: AfterRefusal): SendOutcome => ({
  kind: 'refused',
  refusal: refusal(reason, detail),
  next,
});
const inDoubt = (detail: string): SendOutcome => ({ kind: 'inDoubt', detail });
const WAIT: AfterRefusal = { kind: 'wait', delayMs: LIMITS.tooManyRequestsWaitMs };
const STOP: AfterRefusal = { kind: 'stop' };

/** The call never left, because there is no login to send with. */
export function refusedLogin({ refusal: why, canRetry }: Extract<Outcome<never>, { ok: false }>): SendOutcome {
  return { kind: 'refused', refusal: why, next: canRetry ? WAIT : { kind: 'login' } };
}

export function fromWireSend(result: CallResult): SendOutcome {
  if (result.kind === 'failed') {
    const { code, message, mayHaveReachedServer } = result.error;
    const words = `${code}: ${message}`;
    if (mayHaveReachedServer) return inDoubt(words);
    return refused(code === 'proxy' ? 'ip_isolation_failed' : 'marketplace_unreachable', words, WAIT);
  }
  const { status, json } = result;
  const words = wordsOf(status, json);
  if (status === 429) return refused('too_frequent', words, WAIT);
  if (saysTokenNotFound(result)) return refused('shop_login_expired', words, { kind: 'login' });
  // The session ends, and the message is sent by the next session: that begins when the clock is right.
  if (saysWrongClock(result)) return refused('clock_wrong', words, { kind: 'login' });
  const { error_code: code } = errorOf(json);
  const hasErrorCode = code !== undefined && code !== 'success';
  if (isSuccess(status) && !hasErrorCode) return readAcceptance(json);
  // A gateway that gave up waiting answers 5xx or 408, and the message may still be accepted.
  if (status >= 500 || status === 408) return inDoubt(words);
  const reason = hasErrorCode ? (REASONS[code] ?? 'message_refused') : 'marketplace_error';
  return refused(reason, words, reason === 'conversation_closed' ? { kind: 'reopen' } : STOP);
}

function readAcceptance(json: unknown): SendOutcome {
  const parsed = sentBody.safeParse(json);
  const message = parsed.success ? readMessageId(parsed.data.id) : null;
  if (!parsed.success || message === null) return inDoubt('the acceptance cannot be read');
  return { kind: 'accepted', ...message, sentAt: sentAtOf(parsed.data.created_at, parsed.data.created_timestamp) };
}
