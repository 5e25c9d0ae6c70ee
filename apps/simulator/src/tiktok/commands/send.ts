/** Command 100. */
import { SEND_STATUS, STATUS } from '@pasar/im-protocol';
import type { Conversation, PostMessage, Shop } from '../../world/types.ts';
import { conversationOf, strike, type TiktokContext } from '../context.ts';
import { answer, type Handled, status } from './handled.ts';

export interface SendBody {
  readonly conversationId: string;
  readonly content: string;
  readonly clientMessageId: string;
  readonly ext: Readonly<Record<string, string>>;
}

/** Keys that say how a message travels, not what it is. */
const TRANSPORT_KEYS = new Set([
  'type',
  'PIGEON_BIZ_TYPE',
  'sender_role',
  'sender_im_id',
  'sender_im_role',
  'shop_region',
  'monitor_send_message_platform',
]);

function postOf(shop: Shop, conversation: Conversation, body: SendBody, honoursKey: boolean): PostMessage {
  const kind = body.ext.type ?? 'text';
  const card = Object.fromEntries(
    Object.entries(body.ext).filter(([key]) => !TRANSPORT_KEYS.has(key) && !key.includes(':')),
  );
  return {
    marketplace: 'tiktok',
    shopId: shop.shopId,
    buyerId: conversation.buyer.buyerId,
    from: 'seller',
    kind,
    content: kind === 'text' ? { text: body.content } : card,
    idempotencyKey: body.clientMessageId === '' ? null : body.clientMessageId,
    honoursKey,
  };
}

export function sendMessage(context: TiktokContext, shop: Shop, body: SendBody): Handled {
  const conversation = conversationOf(context, shop, body.conversationId);
  if (conversation === null) return status(STATUS.MESSAGE_TARGET_CONVERSATION_NOT_EXIST, 'conversation not exist');
  if (conversation.status === 'closed') {
    // ours: how a closed service session refuses a message is not public.
    return refusal(body, SEND_STATUS.CHECK_CONV_NOT_PASS, 'conversation_closed');
  }
  if (body.content === '') return refusal(body, SEND_STATUS.CHECK_MSG_NOT_PASS, 'content is empty');

  const honoursKey = strike(context, 'keyNotHonoured', shop.shopId) === null;
  const post = (): string => context.world.post(postOf(shop, conversation, body, honoursKey)).message.messageId;
  const late = strike(context, 'acceptedLate', shop.shopId);
  if (late !== null) {
    context.later(late.delayMs, post);
    return { kind: 'silence' };
  }
  if (strike(context, 'answerLost', shop.shopId) !== null) return { kind: 'cut', carryOut: post };
  return answer({
    sendMessageBody: {
      serverMessageId: BigInt(post()),
      extraInfo: '',
      status: SEND_STATUS.SEND_SUCCEED,
      clientMessageId: body.clientMessageId,
      checkCode: 0n,
      checkMessage: '',
    },
  });
}

const refusal = (body: SendBody, code: number, text: string): Handled =>
  answer({
    sendMessageBody: {
      status: code,
      clientMessageId: body.clientMessageId,
      checkCode: BigInt(code),
      checkMessage: text,
    },
  });
