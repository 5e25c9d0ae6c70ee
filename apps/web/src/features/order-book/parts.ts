import type { BookedOrder, ShopView } from '@pasar/api';
import type { ConversationId, Marketplace } from '@pasar/domain';
import type { ComponentType, ReactNode } from 'react';

/** What the chat shows of an order, and the way into it. */
export interface OrderBookParts {
  readonly Status: ComponentType<{
    readonly status: string;
    readonly wireStatus: string | null;
    readonly marketplace: Marketplace | null;
  }>;
  readonly CancelReason: ComponentType<{ readonly word: string; readonly shop: ShopView }>;
  readonly Thumb: ComponentType<{ readonly url: string | null; readonly shop: ShopView }>;
  /** Everything of an order; `actions` before its own buttons, `children` before its note. */
  readonly Details: ComponentType<{
    readonly order: BookedOrder;
    readonly shop: ShopView;
    readonly actions: ReactNode;
    readonly children: ReactNode;
  }>;
  /** A button that says why it cannot be used. */
  readonly ReasonedButton: ComponentType<{
    readonly children: string;
    readonly reason: string | null;
    readonly onClick: () => void;
  }>;
  /** Opens the seller centre of a shop, with the number of an order copied. */
  readonly OfficeButton: ComponentType<{ readonly shop: ShopView; readonly orderNumber: string }>;
  /** Writes to the buyers of orders about the stage that they are at. */
  readonly CareDialog: ComponentType<{ readonly orders: readonly BookedOrder[]; readonly onClose: () => void }>;
  /** Which messages of order care an order has had; nothing for members without the key. */
  readonly Cared: ComponentType<{ readonly order: BookedOrder }>;
  readonly openConversation: (conversationId: ConversationId, order: Pick<BookedOrder, 'shopId'>) => void;
}

/** Orders of two shops may have the same id. */
export const keyOf = ({ shopId, orderId }: Pick<BookedOrder, 'shopId' | 'orderId'>): string => `${shopId} ${orderId}`;
