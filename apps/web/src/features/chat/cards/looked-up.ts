import type { CardDetailView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import type { ReactNode, RefObject } from 'react';

/** What is known of a card beside what its message says. */
export type LookUp =
  | { readonly state: 'waiting' }
  | { readonly state: 'found'; readonly card: CardDetailView }
  | { readonly state: 'failed'; readonly failure: CallFailure; readonly again: () => void };

export interface LookedUp {
  readonly messageId: MessageId;
  /** Where the card is drawn: it is asked for when that is in sight. */
  readonly place: RefObject<HTMLElement | null>;
  readonly isShopLive: boolean;
  readonly draw: (found: LookUp) => ReactNode;
}
