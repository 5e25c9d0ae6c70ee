import type { Money } from './goods.ts';
import { sumByCurrency } from './money.ts';
import type { Order } from './order.ts';

/** What a marketplace tells about a buyer, to one of its shops. Null: the marketplace does not tell it. */
export interface BuyerProfile {
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** A country's two letters. */
  readonly country: string | null;
  /** A language tag. */
  readonly language: string | null;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number | null;
  /** The shop has blocked this buyer. */
  readonly isBlocked: boolean | null;
  /** The buyer follows the shop. */
  readonly isFollower: boolean | null;
  readonly orderCount: number | null;
  readonly deliveredOrderCount: number | null;
  /** 0 to 5. */
  readonly rating: number | null;
}

/**
 * A buyer's orders in one shop, or in several. `spent`: by currency, the orders that are paid and neither cancelled nor
 * refunded. `isAtLeast`: there may be more, because not all orders could be read.
 */
export interface BuyerOrders {
  readonly orderCount: number;
  readonly spent: readonly Money[];
  readonly isAtLeast: boolean;
}

const isPaid = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'wait_seller_send' || status === 'wait_receiver_confirm' || status === 'finished';

export function sumOfOrders(orders: readonly Pick<Order, 'status' | 'total'>[]): BuyerOrders {
  const { sums, isWhole } = sumByCurrency(orders.filter(isPaid).map(({ total }) => total));
  return { orderCount: orders.length, spent: sums, isAtLeast: !isWhole };
}

/** Most characters of a note about a buyer, and most notes about one buyer (our choice). */
export const BUYER_NOTE_LIMITS = { length: 1_000, notes: 100 } as const;
