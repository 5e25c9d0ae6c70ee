import type { QuickReplyPart } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

/** What the composer of a conversation is asked to take: into the text at the cursor, or to send at once. */
export interface Insertion {
  readonly id: ConversationId;
  /** With their variables filled in. */
  readonly parts: readonly QuickReplyPart[];
  readonly how: 'insert' | 'send';
  /** The part of the text that asked for it, and goes; null for none. */
  readonly instead: { readonly from: number; readonly to: number } | null;
}

const requested = createStore<Insertion | null>(null);
/** The composer takes it, and clears it. */
export const insertion: Readable<Insertion | null> = requested;
export const requestInsertion = (next: Insertion | null): void => requested.update(() => next);
