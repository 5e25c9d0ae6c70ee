import type { MessageId, Refusal } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** What stands under a buyer's text. */
export type ShownTranslation =
  | { readonly state: 'found'; readonly text: string }
  | { readonly state: 'failed'; readonly refusal: Refusal };

/** The translations of the conversation on the screen. A text that needs none is not among them. */
export interface Incoming {
  readonly isOn: boolean;
  readonly texts: ReadonlyMap<MessageId, ShownTranslation>;
  readonly again: (messageId: MessageId) => void;
}

export const NO_TRANSLATIONS: Incoming = { isOn: false, texts: new Map(), again: () => undefined };

export const incoming = createStore<Incoming>(NO_TRANSLATIONS);
