/** Commands 610, 2000 and 2002. */
import { STATUS } from '@pasar/im-protocol';
import type { Shop } from '../../world/types.ts';
import { conversationOf, pigeonCidOf, type TiktokContext } from '../context.ts';
import { buyerReadIndex, conversationInfo, sellerReadIndex } from '../wire.ts';
import { answer, type Handled, status } from './handled.ts';

/** Those that are not the shop's are left out. */
export const conversationInfoList = (
  context: TiktokContext,
  shop: Shop,
  body: { readonly conversationInfoList: readonly { readonly conversationId: string }[] },
): Handled =>
  answer({
    getConversationInfoListV2Body: {
      conversationInfoList: body.conversationInfoList.flatMap(({ conversationId }) => {
        const conversation = conversationOf(context, shop, conversationId);
        return conversation === null ? [] : [conversationInfo(context, conversation, shop)];
      }),
    },
  });

export function readIndexes(
  context: TiktokContext,
  shop: Shop,
  body: { readonly conversationShortId: bigint; readonly conversationId: string },
): Handled {
  const conversation = conversationOf(context, shop, body.conversationShortId.toString());
  if (conversation === null) return status(STATUS.CONVERSATION_NOT_FOUND, 'conversation not found');
  return answer({
    participantsReadIndexBody: {
      indexes: [
        { userId: BigInt(pigeonCidOf(shop)), index: sellerReadIndex(context, conversation) },
        { userId: BigInt(conversation.buyer.buyerId), index: buyerReadIndex(context, conversation) },
      ],
    },
  });
}

export function markRead(
  context: TiktokContext,
  shop: Shop,
  body: { readonly conversationId: string; readonly readMessageIndex: bigint },
): Handled {
  const conversation = conversationOf(context, shop, body.conversationId);
  if (conversation === null) return status(STATUS.CONVERSATION_NOT_FOUND, 'conversation not found');
  const message = context.places.messageAt(conversation, body.readMessageIndex);
  if (message !== null) context.world.readBySeller('tiktok', conversation.conversationId, message.messageId);
  return answer(null);
}
