/**
 * One request of the chat protocol, from the socket or over HTTP: applies the faults that strike it, then gives it to
 * the server.
 */
import {
  COMMANDS,
  InputStatus,
  type Request,
  type ResponseBodyInit,
  type SendMessageRequestBody,
  STATUS,
} from '@pasar/im-protocol';
import type { Conversation, Shop } from '../world/types.ts';
import { callFault } from './call-faults.ts';
import { conversationOf, type TiktokContext } from './context.ts';
import { withholdKeys } from './keys-withheld.ts';
import { strike } from './shops.ts';

export interface Answer {
  readonly statusCode: number;
  readonly errorDesc: string;
  readonly body: ResponseBodyInit | null;
  readonly logId: string;
}
export type Handled =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The request is never answered. */
  | { readonly kind: 'silence' }
  /** The connection breaks instead of answering; `carryOut` runs after the break. */
  | { readonly kind: 'cut'; readonly carryOut: () => void };

/** `command` is the command of the HTTP path, or the request's own on the socket. */
export function handleRequest(context: TiktokContext, request: Request, command: number): Handled {
  const refused = (statusCode: number, errorDesc: string): Handled => ({
    kind: 'answer',
    answer: { statusCode, errorDesc, body: null, logId: `g-${request.sequenceId}` },
  });
  const token = context.accounts.readToken(request.token);
  if (token.kind === 'unknown') return refused(STATUS.INVALID_TOKEN, 'invalid token');
  if (token.kind === 'expired') return refused(STATUS.EXPIRED_TOKEN, 'expired token');
  switch (callFault(context, token.shop.shopId)) {
    case 'timeout':
      return { kind: 'silence' };
    case 'tooManyRequests':
      return refused(STATUS.RESOURCE_EXHAUSTED, 'resource exhausted');
    case 'forbidden':
      return refused(STATUS.USER_FORBIDDEN, 'user forbidden');
    case null:
      // A body for another command than the path's counts as an empty body (facts 4.6).
      request.cmd = command;
      return carryOut(context, token.shop, request);
  }
}

function carryOut(context: TiktokContext, shop: Shop, request: Request): Handled {
  const serve = () => context.im.serve(shop, request);
  const send = request.cmd === COMMANDS.sendMessage.number ? request.body?.sendMessageBody : undefined;
  const conversation = send === undefined ? null : conversationOf(context, shop, shortIdOf(send));
  if (send !== undefined && conversation !== null && isAcceptable(conversation, send)) {
    const late = strike(context, 'acceptedLate', shop.shopId);
    if (late !== null) {
      context.later(late.delayMs, serve);
      return { kind: 'silence' };
    }
    if (strike(context, 'answerLost', shop.shopId) !== null) return { kind: 'cut', carryOut: serve };
  }
  const { statusCode, errorDesc, body, logId } = serve();
  if (statusCode === STATUS.OK) noteTyping(context, shop, request);
  // A shop that has sent its message stops typing.
  if (conversation !== null && context.typing.has(conversation)) context.typing.set(conversation, false);
  if (body !== undefined) withholdKeys(context, shop, body);
  return { kind: 'answer', answer: { statusCode, errorDesc, body: body ?? null, logId } };
}

/** Whether only a fault can refuse the message: faults of acceptance do not strike a message that is refused anyway. */
const isAcceptable = ({ status }: Conversation, { content }: SendMessageRequestBody): boolean =>
  status === 'activated' && content !== '';

const shortIdOf = (body: { readonly conversationShortId: bigint; readonly conversationId: string }): string =>
  body.conversationShortId === 0n ? body.conversationId : body.conversationShortId.toString();

function noteTyping(context: TiktokContext, shop: Shop, request: Request): void {
  const typing = request.cmd === COMMANDS.inputStatus.number ? request.body?.sendInputStatusBody : undefined;
  if (typing === undefined) return;
  const conversation = conversationOf(context, shop, shortIdOf(typing));
  if (conversation !== null) context.typing.set(conversation, typing.status === InputStatus.TYPING);
}
