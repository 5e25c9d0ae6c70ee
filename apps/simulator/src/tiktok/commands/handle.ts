/** One request of the chat protocol, whether it came by socket or by HTTP. */
import { COMMANDS, type Request, STATUS } from '@pasar/im-protocol';
import type { Shop } from '../../world/types.ts';
import { callFault } from '../call-faults.ts';
import type { TiktokContext } from '../context.ts';
import { conversationInfoList, markRead, readIndexes } from './conversations.ts';
import { answer, type Handled, status } from './handled.ts';
import { messagesInConversation, messagesPerUser, messagesPerUserInit } from './messages.ts';
import { sendMessage } from './send.ts';

/** `command` is the one the way in names: the path of an HTTP call, else the request's own. */
export function handleRequest(context: TiktokContext, request: Request, command: number): Handled {
  const token = context.accounts.readToken(request.token);
  if (token.kind === 'unknown') return status(STATUS.INVALID_TOKEN, 'invalid token');
  if (token.kind === 'expired') return status(STATUS.EXPIRED_TOKEN, 'expired token');
  switch (callFault(context, token.shop.shopId)) {
    case 'timeout':
      return { kind: 'silence' };
    case 'tooManyRequests':
      return status(STATUS.RESOURCE_EXHAUSTED, 'resource exhausted');
    case 'forbidden':
      return status(STATUS.USER_FORBIDDEN, 'user forbidden');
    case null:
      return dispatch(context, token.shop, request, command);
  }
}

function dispatch(context: TiktokContext, shop: Shop, request: Request, command: number): Handled {
  const { body } = request;
  switch (command) {
    case COMMANDS.sendMessage.number:
      return body?.sendMessageBody ? sendMessage(context, shop, body.sendMessageBody) : emptyBody();
    case COMMANDS.messagesPerUser.number:
      return body?.messagesPerUserBody ? messagesPerUser(context, shop, body.messagesPerUserBody) : emptyBody();
    case COMMANDS.messagesPerUserInit.number:
      return body?.messagesPerUserInitV2Body
        ? messagesPerUserInit(context, shop, body.messagesPerUserInitV2Body)
        : emptyBody();
    case COMMANDS.messagesInConversation.number:
      return body?.messagesInConversationBody
        ? messagesInConversation(context, shop, body.messagesInConversationBody)
        : emptyBody();
    case COMMANDS.conversationInfoList.number:
      return body?.getConversationInfoListV2Body
        ? conversationInfoList(context, shop, body.getConversationInfoListV2Body)
        : emptyBody();
    case COMMANDS.readIndex.number:
      return body?.participantsReadIndexBody ? readIndexes(context, shop, body.participantsReadIndexBody) : emptyBody();
    case COMMANDS.markRead.number:
      return body?.markConversationReadBody ? markRead(context, shop, body.markConversationReadBody) : emptyBody();
    case COMMANDS.clientAck.number:
      return answer({ clientAckBody: {} });
    default:
      return status(STATUS.INVALID_CMD, `unknown command ${command}`);
  }
}

/** facts 4.6: a body in another slot is an empty body. */
const emptyBody = (): Handled => status(STATUS.INVALID_REQUEST, 'body is empty');
