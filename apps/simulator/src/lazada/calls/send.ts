/** Sending a message: the one call that must not be carried out twice. */
import { z } from 'zod';
import type { Conversation, Message } from '../../world/types.ts';
import type { Seller } from '../accounts.ts';
import { type Call, type LazadaContext, refused, strike, success } from '../context.ts';
import { sentContent } from '../sent-cards.ts';
import { kindOf } from '../templates.ts';
import { idField, integerField, objectField } from './fields.ts';
import { badData, conversationOf, noSession } from './messagebox.ts';

const sendFields = z.object({
  sessionId: idField,
  content: objectField,
  templateId: integerField,
  bizUnique: idField,
  ext: objectField,
});
type Sent = z.output<typeof sendFields>;

function post(
  context: LazadaContext,
  { shop }: Seller,
  conversation: Conversation,
  sent: Sent,
  content: Readonly<Record<string, unknown>>,
): Message {
  const current = context.world.conversation('lazada', conversation.conversationId) ?? conversation;
  const isRepeat = current.messages.some((message) => message.idempotencyKey === sent.bizUnique);
  const { message } = context.world.post({
    marketplace: 'lazada',
    shopId: shop.shopId,
    buyerId: conversation.buyer.buyerId,
    from: 'seller',
    kind: kindOf(sent.templateId),
    content,
    idempotencyKey: sent.bizUnique,
    honoursKey: !isRepeat || strike(context, 'keyNotHonoured', shop.shopId) === null,
  });
  return message;
}

/** Ours: the answer's fields and the codes. The official call answers message_id and current_time. */
export const sendMessage: Call = (context, seller, data) => {
  const request = sendFields.safeParse(data);
  if (!request.success) return badData();
  const sent = request.data;
  const conversation = conversationOf(context, seller, sent.sessionId);
  if (conversation === null) return noSession();
  if (conversation.status === 'closed') return refused('FAIL_BIZ_SESSION_CLOSED', 'the session is closed');
  const trade = context.trade.of('lazada', seller.shop.shopId);
  const checked = sentContent(trade, conversation.buyer.buyerId, sent.templateId, sent.content);
  if (!checked.ok) return checked.refusal;
  const { content } = checked;

  const late = strike(context, 'acceptedLate', seller.shop.shopId);
  if (late !== null) {
    context.later(late.delayMs, () => post(context, seller, conversation, sent, content));
    return { kind: 'cut' };
  }
  const message = post(context, seller, conversation, sent, content);
  if (strike(context, 'answerLost', seller.shop.shopId) !== null) return { kind: 'cut' };
  return success({
    result: {
      messageId: message.messageId,
      sessionId: sent.sessionId,
      sendTime: message.acceptedAt,
      bizUnique: sent.bizUnique,
    },
  });
};
