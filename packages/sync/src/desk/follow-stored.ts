import type { PendingSend } from '../pending/pending-send.ts';
import type { DeskState } from '../state/desk-state.ts';
import { findPending } from '../state/pending-entries.ts';
import type { Store } from '../store.ts';

/** Removes a stored text as soon as it is not pending any more, whether an answer, the stream or a purge removed it. */
export function followStored(store: Store<DeskState>, remove: (gone: PendingSend) => void): () => void {
  let held = store.get().pending;
  return store.subscribe(() => {
    const { pending } = store.get();
    if (pending === held) return;
    for (const items of held.values()) {
      for (const item of items) if (findPending(store.get(), item.clientId) === null) remove(item);
    }
    held = pending;
  });
}
