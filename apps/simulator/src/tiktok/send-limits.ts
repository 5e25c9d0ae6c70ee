import { isInReach, type Reach } from '../world/reach.ts';
import type { TradeBook } from '../world/trade.ts';
import type { Faults, World } from '../world/types.ts';
import { strike } from './shops.ts';

/** Facts 4.3: the buyer wrote within 30 days, ordered within 60, or has a return in any state. */
const REACH: Reach = { chatDays: 30, orderDays: 60, returns: [1, 2, 3, 4, 5, 6, 7] };

/** Facts 4.3, of the open API's answer. That the seller site refuses with the same code and words is ours. */
export const CAN_NOT_SEND = { code: 45_109_003, words: 'can_not_send_message' } as const;

interface Marketplace {
  readonly world: World;
  readonly faults: Faults;
  readonly trade: TradeBook;
  readonly now: () => number;
}

/** Whether the shop may not write to the buyer now; never while the fault `sendLimits` does not hold. */
export function isOutOfReach({ world, faults, trade, now }: Marketplace, shopId: string, buyerId: string): boolean {
  if (strike({ faults }, 'sendLimits', shopId) === null) return false;
  const messages = world.conversationWith('tiktok', shopId, buyerId)?.messages ?? [];
  return !isInReach(REACH, { buyerId, messages }, trade.of('tiktok', shopId), now());
}
