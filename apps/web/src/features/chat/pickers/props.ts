import type { ConversationView, ShopView } from '@pasar/api';
import type { OutgoingCard } from '@pasar/domain';

export interface PickerProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
  readonly onClose: () => void;
}

export interface PickProps extends Omit<PickerProps, 'onClose'> {
  /** Sends the cards in their order, and closes the dialog. */
  readonly onPick: (cards: readonly OutgoingCard[]) => void;
}
