import type { ConversationView, ShopView } from '@pasar/api';

/** A conversation whose buyer is shown, and its shop. */
export interface BuyerDetailsProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
}
