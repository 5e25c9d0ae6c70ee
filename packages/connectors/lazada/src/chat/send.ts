/** Sending: makes one request, and decides what its answer proves. */
import type { AfterRefusal, SendImage, SendOfferedCard, SendOutcome, SendText } from '@pasar/connector-kit';
import { LIMITS, type Refusal, refusal } from '@pasar/domain';
import type { Line, SendAnswer } from '../auth/line.ts';
import { toTemplate } from '../calls/cards.ts';
import { type OutgoingMessage, readSent, sendMessage, TEMPLATE } from '../calls/send.ts';
import { classify, meaningOf, meaningOfNetwork } from '../wire/answer.ts';

export const toWireText = ({ conversation, text, idempotencyKey }: SendText): OutgoingMessage => ({
  sessionId: conversation.platformConversationId,
  templateId: TEMPLATE.text,
  content: { txt: text },
  idempotencyKey,
});

/** Left out when the upload did not tell the size. */
export const toWireImage = ({ conversation, image, idempotencyKey }: SendImage): OutgoingMessage => ({
  sessionId: conversation.platformConversationId,
  templateId: TEMPLATE.image,
  content: {
    imgUrl: image.url,
    ...(image.width === null ? {} : { width: image.width }),
    ...(image.height === null ? {} : { height: image.height }),
  },
  idempotencyKey,
});

const refused = (reason: Refusal, next: AfterRefusal): SendOutcome => ({ kind: 'refused', refusal: reason, next });
const stop: AfterRefusal = { kind: 'stop' };
const waitForRequests: AfterRefusal = { kind: 'wait', delayMs: LIMITS.tooManyRequestsWaitMs };
/**
 * For the person who wrote it, a message that a guard refused failed by an error of the marketplace, not by a failed
 * look-up.
 */
const asMessage = ({ detail }: Refusal): Refusal => refusal('marketplace_error', detail);

/**
 * An answer is a refusal only if it certainly came before the message was accepted: the gateway's own checks, and the
 * service's own `FAIL_BIZ` words. A service that failed or did not answer may have accepted the message.
 */
function fromRefusal(code: string, text: string): SendOutcome {
  const { refusal: meaning } = meaningOf({ kind: 'refused', code, text });
  switch (classify(code)) {
    case 'token':
      // The gateway refused the signing token three times in a row. A later token may work.
      return refused(asMessage(meaning), waitForRequests);
    case 'flow':
      return refused(meaning, waitForRequests);
    case 'session':
      return refused(meaning, { kind: 'login' });
    case 'business':
      return refused(refusal('message_refused', meaning.detail), stop);
    case 'signature':
      return refused(asMessage(meaning), stop);
    case 'closed':
    case 'suspicion':
    case 'missing':
    case 'outOfReach':
      return refused(meaning, stop);
    case 'service':
      return { kind: 'inDoubt', detail: meaning.detail ?? code };
  }
}

export function fromWireSend(answer: SendAnswer): SendOutcome {
  switch (answer.kind) {
    case 'success': {
      const sent = readSent(answer.data);
      return sent.ok
        ? { kind: 'accepted', ...sent.value }
        : { kind: 'inDoubt', detail: sent.refusal.detail ?? 'the answer names no message' };
    }
    case 'refused':
      return fromRefusal(answer.code, answer.text);
    case 'status':
      if (answer.status === 429) return refused(meaningOf(answer).refusal, waitForRequests);
      return answer.status === 403
        ? refused(asMessage(meaningOf(answer).refusal), stop)
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

type Sending = Pick<Line, 'send'>;

export const sendText = async (line: Sending, command: SendText): Promise<SendOutcome> =>
  fromWireSend(await line.send(sendMessage, toWireText(command)));

export const sendImage = async (line: Sending, command: SendImage): Promise<SendOutcome> =>
  fromWireSend(await line.send(sendMessage, toWireImage(command)));

export const sendCard = async (line: Sending, command: SendOfferedCard<'lazada'>): Promise<SendOutcome> => {
  const { conversation, card, idempotencyKey } = command;
  const sessionId = conversation.platformConversationId;
  return fromWireSend(await line.send(sendMessage, { sessionId, ...toTemplate(card), idempotencyKey }));
};
