/** POST messages: one attempt, and what it means (spec 2 §7.1, facts 1.5). */
import type { AfterRefusal, Outcome, SendOutcome, SendText } from '@pasar/connector-kit';
import { LIMITS, type ReasonCode, refusal } from '@pasar/domain';
import { z } from 'zod';
import { errorOf, saysTokenNotFound, wordsOf } from '../inbound/answer.ts';
import { readPlace, sentAtOf } from '../inbound/message.ts';
import { toWireInteger, wireId } from '../inbound/wire-json.ts';
import type { ChatCall } from './chat-client.ts';
import { type CallResult, isSuccess } from './http-call.ts';

const sentBody = z.object({
  id: wireId,
  created_timestamp: z.int().nonnegative(),
  created_at: z.string().nullish(),
});

/** The marketplace's words for a refusal; those beside conversation_closed are ours until they are seen. */
const REASONS: Readonly<Record<string, ReasonCode>> = {
  conversation_closed: 'conversation_closed',
  blocked_by_user: 'blocked_by_user',
  user_blocked: 'blocked_by_user',
  text_empty: 'content_empty',
  text_too_long: 'content_too_long',
};

export function toWireSendText({ conversation, text, idempotencyKey }: SendText): ChatCall {
  return {
    method: 'POST',
    path: 'messages',
    query: {},
    body: {
      type: 'json',
      value: {
        request_id: idempotencyKey,
        to_id: toWireInteger(conversation.buyerId),
        type: 'text',
        content: { text, uid: idempotencyKey },
        shop_id: toWireInteger(conversation.platformShopId),
        conversation_id: conversation.platformConversationId,
        biz_id: 0,
        entry_point: 'direct_chat_entry_point',
        source: 'minichat',
        choice_info: { real_shop_id: toWireInteger(conversation.platformShopId) },
        chat_send_option: { force_send_cancel_order_warning: false, comply_cancel_order_warning: false },
      },
    },
  };
}

const refused = (reason: ReasonCode, detail: string, next: AfterRefusal): SendOutcome => ({
  kind: 'refused',
  refusal: refusal(reason, detail),
  next,
});
const inDoubt = (detail: string): SendOutcome => ({ kind: 'inDoubt', detail });
const WAIT: AfterRefusal = { kind: 'wait', delayMs: LIMITS.tooManyRequestsWaitMs };
const STOP: AfterRefusal = { kind: 'stop' };

/** The call never left because there is no login to send with. */
export function refusedLogin({ refusal: why, canRetry }: Extract<Outcome<never>, { ok: false }>): SendOutcome {
  return { kind: 'refused', refusal: why, next: canRetry ? WAIT : { kind: 'login' } };
}

export function fromWireSend(result: CallResult): SendOutcome {
  if (result.kind === 'failed') {
    const { code, message, mayHaveReachedServer } = result.error;
    const words = `${code}: ${message}`;
    return mayHaveReachedServer ? inDoubt(words) : refused('marketplace_unreachable', words, WAIT);
  }
  const { status, json } = result;
  const words = wordsOf(status, json);
  if (status === 429) return refused('too_frequent', words, WAIT);
  if (saysTokenNotFound(result)) return refused('shop_login_expired', words, { kind: 'login' });
  const { error_code: code } = errorOf(json);
  const hasErrorCode = code !== undefined && code !== 'success';
  if (isSuccess(status) && !hasErrorCode) return readAcceptance(json);
  // A gateway that gave up waiting says 5xx or 408 while the message may be on its way.
  if (status >= 500 || status === 408) return inDoubt(words);
  const reason = hasErrorCode ? (REASONS[code] ?? 'message_refused') : 'marketplace_error';
  return refused(reason, words, reason === 'conversation_closed' ? { kind: 'reopen' } : STOP);
}

function readAcceptance(json: unknown): SendOutcome {
  const parsed = sentBody.safeParse(json);
  const place = parsed.success ? readPlace(parsed.data.id) : null;
  if (!parsed.success || place === null) return inDoubt('the acceptance cannot be read');
  return { kind: 'accepted', ...place, sentAt: sentAtOf(parsed.data.created_at, parsed.data.created_timestamp) };
}
