import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';
import { setLayout } from '../../../base/layout.ts';

/** What a card is about: the right panel shows it. `id`: of the order, also of a parcel's. */
export interface CardSubject {
  readonly conversationId: ConversationId;
  readonly kind: 'order' | 'product' | 'voucher' | 'logistics';
  readonly id: string;
}

/** What the person wants to see beside the messages; null when nothing was chosen. */
export const cardSubject = createStore<CardSubject | null>(null);

/** The tab of the right panel that shows a kind. */
const TAB_OF: Readonly<Record<CardSubject['kind'], string>> = {
  order: 'orders',
  logistics: 'orders',
  product: 'products',
  voucher: 'products',
};

/** Shows the subject of a card in the right panel. */
export function showSubject(subject: CardSubject): void {
  setLayout({ isBuyerShown: true, sideTab: TAB_OF[subject.kind] });
  cardSubject.update(() => subject);
}
