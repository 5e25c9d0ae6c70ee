import type { ReviewView, ShopView } from '@pasar/api';
import type { ComponentType } from 'react';

/** What the chat shows of a review, and the way into the chat. */
export interface ReviewsParts {
  readonly Thumb: ComponentType<{ readonly url: string | null; readonly shop: ShopView }>;
  readonly Write: ComponentType<{
    readonly order: Pick<ReviewView, 'shopId' | 'conversationId'> & { readonly orderNumber: string };
  }>;
  readonly OfficeButton: ComponentType<{ readonly shop: ShopView; readonly orderNumber: string }>;
}
