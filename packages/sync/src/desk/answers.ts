import type { Change } from '@pasar/api';
import type { CallResult } from '../call-result.ts';
import { replayChanges } from '../state/apply-changes.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Store } from '../store.ts';

/**
 * Merges answers of calls into the state. An answer does not say which changes it includes, so the changes that the
 * stream brought during the call are applied again on top of it: an answer can add to the state, but never undo a
 * change.
 */
export interface Answers {
  /**
   * Makes the call, then merges its answer. If a snapshot came during the call, the answer is dropped and the call
   * repeated, at most once a snapshot.
   */
  ask<Data>(
    request: () => Promise<CallResult<Data>>,
    merge: (state: DeskState, data: Data) => DeskState,
  ): Promise<CallResult<Data>>;
  /** Records a batch from the stream; called before the batch is applied. */
  record(changes: readonly Change[]): void;
}

export function createAnswers(store: Store<DeskState>): Answers {
  const underWay = new Map<symbol, number>();
  let journal: readonly Change[] = [];

  const trim = () => {
    const needed = Math.min(...underWay.values());
    journal = underWay.size === 0 ? [] : journal.filter((change) => change.seq > needed);
  };

  return {
    async ask(request, merge) {
      for (;;) {
        const token = Symbol('answer');
        const { seq, epoch } = store.get();
        underWay.set(token, seq);
        const result = await request();
        const since = journal.filter((change) => change.seq > seq);
        underWay.delete(token);
        trim();
        if (!result.ok) return result;
        if (store.get().epoch !== epoch) continue;
        store.update((state) => replayChanges(merge(state, result.data), since));
        return result;
      }
    },
    record(changes) {
      if (underWay.size === 0) return;
      const known = journal.at(-1)?.seq ?? 0;
      const fresh = changes.filter((change) => change.seq > Math.max(known, store.get().seq));
      journal = [...journal, ...fresh.sort((left, right) => left.seq - right.seq)];
    },
  };
}
