import type { ShopTrade } from './trade.ts';
import type { Message } from './types.ts';

const DAY_MS = 86_400_000;

/** Whom a shop may write to. */
export interface Reach {
  /** Days after the buyer's last message; null where a message opens nothing. */
  readonly chatDays: number | null;
  /** Days after an order of the buyer. */
  readonly orderDays: number;
  /** Statuses of a return with which the shop may write. */
  readonly returns: readonly number[];
}

/** A buyer, and what was said with the shop; nothing where there is no conversation yet. */
interface Known {
  readonly buyerId: string;
  readonly messages: readonly Message[];
}

/** Whether the shop may write to the buyer at `now`. */
export function isInReach(
  { chatDays, orderDays, returns }: Reach,
  { buyerId, messages }: Known,
  trade: Pick<ShopTrade, 'orders' | 'returns'>,
  now: number,
): boolean {
  const wroteAt = messages.findLast(({ from }) => from === 'buyer')?.acceptedAt ?? 0;
  return (
    (chatDays !== null && now - wroteAt <= chatDays * DAY_MS) ||
    trade.orders.some((order) => order.buyerId === buyerId && now - order.createdAt <= orderDays * DAY_MS) ||
    trade.returns.some(({ order, status }) => order.buyerId === buyerId && returns.includes(status))
  );
}
