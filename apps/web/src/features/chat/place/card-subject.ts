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

/** The tab of the right panel that shows a kind; a kind without a tab leaves the tab as it is. */
const TAB_OF: Readonly<Partial<Record<CardSubject['kind'], string>>> = { order: 'orders', logistics: 'orders' };

/** Shows the subject of a card in the right panel. */
export function showSubject(subject: CardSubject): void {
  const sideTab = TAB_OF[subject.kind];
  setLayout(sideTab === undefined ? { isBuyerShown: true } : { isBuyerShown: true, sideTab });
  cardSubject.update(() => subject);
}
