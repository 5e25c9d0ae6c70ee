import type { Conversation } from '../world/types.ts';
import { type Answer, answer, type ShopeeContext, strike } from './context.ts';

const DAY_MS = 86_400_000;
/** Facts of the open API's send_message. That the seller site answers with the same words and 400 is ours. */
const IN_A_ROW = 5;
const CHAT_DAYS = 7;
const ORDER_DAYS = 30;
/** Refund statuses in which a return is open (ours): asked for, being refunded, waiting, goods on their way back. */
const OPEN_RETURNS: readonly number[] = [1, 2, 4, 7];

const refusal = (code: string): Answer => answer({ error_code: code, message: code }, 400);

/**
 * Why the shop may not write to the buyer now; null while the fault `sendLimits` does not hold. Messages in a row are those
 * since the buyer last wrote.
 */
export function limitReached(context: ShopeeContext, { shopId, buyer, messages }: Conversation): Answer | null {
  if (strike(context, 'sendLimits', shopId) === null) return null;
  const last = messages.findLastIndex(({ from }) => from === 'buyer');
  if (messages.length - 1 - last >= IN_A_ROW) return refusal('reach_5_message_limit');
  const now = context.now();
  const { orders, returns } = context.trade.of('shopee', shopId);
  const wroteAt = messages[last]?.acceptedAt ?? 0;
  const isInReach =
    now - wroteAt <= CHAT_DAYS * DAY_MS ||
    orders.some((order) => order.buyerId === buyer.buyerId && now - order.createdAt <= ORDER_DAYS * DAY_MS) ||
    returns.some(({ order, status }) => order.buyerId === buyer.buyerId && OPEN_RETURNS.includes(status));
  return isInReach ? null : refusal('user_is_forbidden');
}
