import type { ConversationId } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

/** The order that a conversation is about: the one that is open beside it, or the buyer's newest unfinished one. */
export interface OrderInHand {
  readonly orderId: string;
  readonly orderNumber: string;
  /** Null while no parcel has a number, or none is known. */
  readonly trackingNumber: string | null;
}

const inHand = createStore<ReadonlyMap<ConversationId, OrderInHand>>(new Map());
/** Known once the orders of the conversation were looked at in this window. */
export const ordersInHand: Readable<ReadonlyMap<ConversationId, OrderInHand>> = inHand;

/** Null: the buyer has no unfinished order. */
export function holdOrder(id: ConversationId, order: OrderInHand | null): void {
  inHand.update((held) => {
    const now = held.get(id);
    if (now?.orderId === order?.orderId && now?.trackingNumber === order?.trackingNumber) return held;
    const next = new Map(held);
    if (order === null) next.delete(id);
    else next.set(id, order);
    return next;
  });
}
