import { isInReach, type Reach } from '../world/reach.ts';
import type { Conversation } from '../world/types.ts';
import { type Answer, answer, type ShopeeContext, strike } from './context.ts';

/** Facts of the open API's send_message. That the seller site answers with the same words and 400 is ours. */
const IN_A_ROW = 5;
/** Characters of a text, from the same facts. Ours: the word of the refusal. */
const TEXT_LENGTH = 600;
/** The same facts. Ours: with which refund statuses a return is open (asked for, refunding, waiting, goods coming back). */
const REACH: Reach = { chatDays: 7, orderDays: 30, returns: [1, 2, 4, 7] };

const refusal = (code: string): Answer => answer({ error_code: code, message: code }, 400);

/**
 * Why the shop may not write this to the buyer now; null while the fault `sendLimits` does not hold. Messages in a row are those
 * since the buyer last wrote.
 */
export function limitReached(context: ShopeeContext, conversation: Conversation, text: unknown): Answer | null {
  const { shopId, messages, buyer } = conversation;
  if (strike(context, 'sendLimits', shopId) === null) return null;
  if (typeof text === 'string' && [...text].length > TEXT_LENGTH) return refusal('message_too_long');
  const last = messages.findLastIndex(({ from }) => from === 'buyer');
  if (messages.length - 1 - last >= IN_A_ROW) return refusal('reach_5_message_limit');
  const isAllowed = isInReach(
    REACH,
    { buyerId: buyer.buyerId, messages },
    context.trade.of('shopee', shopId),
    context.now(),
  );
  return isAllowed ? null : refusal('user_is_forbidden');
}
