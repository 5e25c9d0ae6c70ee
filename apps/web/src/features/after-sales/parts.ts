import type { AfterSalesCase, ShopView } from '@pasar/api';
import type { ComponentType } from 'react';

/** What the chat and the order book show of a case, and the way into the chat. */
export interface AfterSalesParts {
  readonly Thumb: ComponentType<{ readonly url: string | null; readonly shop: ShopView }>;
  readonly Write: ComponentType<{
    readonly order: Pick<AfterSalesCase, 'shopId' | 'conversationId'> & { readonly orderNumber: string };
  }>;
  readonly Cancellation: ComponentType<{
    readonly order: Pick<AfterSalesCase, 'shopId' | 'orderId'> & {
      readonly orderNumber: string;
      readonly buyerName: string;
    };
    readonly shop: ShopView;
  }>;
  readonly CancelReason: ComponentType<{ readonly word: string; readonly shop: ShopView }>;
  readonly OfficeButton: ComponentType<{ readonly shop: ShopView; readonly orderNumber: string }>;
}
