import type { ConversationId, SendWarning } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

/** What was chosen beside the composer and waits, above it, until a person says once more that it is to be sent. */
export interface HeldSend {
  /** What waits, in one line. */
  readonly what: string;
  readonly warnings: readonly SendWarning[];
  readonly send: () => void;
}

const held = createStore<ReadonlyMap<ConversationId, HeldSend>>(new Map());
/** The newest of each conversation, kept while the window is open. */
export const heldSends: Readable<ReadonlyMap<ConversationId, HeldSend>> = held;

/** Null: nothing waits any more. */
export function holdSend(id: ConversationId, next: HeldSend | null): void {
  held.update((all) => {
    const changed = new Map(all);
    if (next === null) changed.delete(id);
    else changed.set(id, next);
    return changed;
  });
}

/** Sends what has no warning, and holds the rest: one of them in each conversation, the newest. */
export function sendOrHold(id: ConversationId, next: HeldSend): void {
  if (next.warnings.length === 0) next.send();
  else holdSend(id, next);
}
