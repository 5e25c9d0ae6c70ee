/** Sending a text: one request let through, and what its answer proves. */
import type { AfterRefusal, SendOutcome, SendText } from '@pasar/connector-kit';
import { asPlatformMessageId, LIMITS, type Refusal, refusal } from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../apis.ts';
import type { Line, ReadCall, SendAnswer } from '../auth/line.ts';
import { classify, meaningOf, meaningOfNetwork } from '../gateway/answer.ts';
import { wireId, wireMilliseconds } from '../wire/fields.ts';
import { positionOfTime } from '../wire/position.ts';

const TEXT_TEMPLATE = 1;
/** ours: how this client names itself; the codes of robots must not be used. */
const FROM_CODE = 'im_web';

/** {sessionId, content, templateId, bizUnique, ext{language, fromCode}} (spec 2 §7.4); `content` and `ext` are JSON text. */
export function toWireSend({ conversation, text, idempotencyKey }: SendText): ReadCall {
  return {
    api: APIS.send,
    data: {
      sessionId: conversation.platformConversationId,
      content: JSON.stringify({ txt: text }),
      templateId: TEXT_TEMPLATE,
      bizUnique: idempotencyKey,
      ext: JSON.stringify({ language: 'en', fromCode: FROM_CODE }),
    },
  };
}

/** ours: the fields; the official call answers message_id and current_time. */
const sentSchema = z.object({ result: z.object({ messageId: wireId, sendTime: wireMilliseconds }) });

const refused = (reason: Refusal, next: AfterRefusal): SendOutcome => ({ kind: 'refused', refusal: reason, next });
const stop: AfterRefusal = { kind: 'stop' };
const waitForRequests: AfterRefusal = { kind: 'wait', delayMs: LIMITS.tooManyRequestsWaitMs };

/**
 * Only what certainly precedes acceptance is a refusal: the gateway's own checks and the service's own `FAIL_BIZ` words.
 * A failing or silent service may have taken the message.
 */
function fromRefusal(code: string, text: string): SendOutcome {
  const { refusal: meaning } = meaningOf({ kind: 'refused', code, text });
  switch (classify(code)) {
    case 'token':
      // Three signings in a row were turned away; a fresh token may yet come.
      return refused(meaning, waitForRequests);
    case 'flow':
      return refused(meaning, waitForRequests);
    case 'session':
      return refused(meaning, { kind: 'login' });
    case 'closed':
      return refused(meaning, { kind: 'reopen' });
    case 'business':
      return refused(refusal('message_refused', meaning.detail), stop);
    case 'captcha':
    case 'signature':
    case 'missing':
      return refused(meaning, stop);
    case 'service':
      return { kind: 'inDoubt', detail: meaning.detail ?? code };
  }
}

export function fromWireSend(answer: SendAnswer): SendOutcome {
  switch (answer.kind) {
    case 'success': {
      const sent = sentSchema.safeParse(answer.data);
      const position = sent.success ? positionOfTime(sent.data.result.sendTime) : null;
      return sent.success && position !== null
        ? {
            kind: 'accepted',
            platformMessageId: asPlatformMessageId(sent.data.result.messageId),
            position,
            sentAt: sent.data.result.sendTime,
          }
        : { kind: 'inDoubt', detail: 'accepted, but the answer names no message' };
    }
    case 'refused':
      return fromRefusal(answer.code, answer.text);
    case 'status':
      if (answer.status === 429) return refused(meaningOf(answer).refusal, waitForRequests);
      return answer.status === 403
        ? refused(meaningOf(answer).refusal, stop)
        : { kind: 'inDoubt', detail: `HTTP ${answer.status}` };
    case 'notLoggedIn':
      return refused(answer.refusal, answer.canRetry ? waitForRequests : { kind: 'login' });
    case 'unreadable':
      return { kind: 'inDoubt', detail: answer.detail };
    case 'network':
      return answer.error.mayHaveReachedServer
        ? { kind: 'inDoubt', detail: `${answer.error.code}: ${answer.error.message}` }
        : refused(meaningOfNetwork(answer.error).refusal, waitForRequests);
  }
}

export const sendText = async (line: Line, command: SendText): Promise<SendOutcome> =>
  fromWireSend(await line.send(toWireSend(command)));
