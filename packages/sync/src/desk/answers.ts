import type { Change } from '@pasar/api';
import type { CallResult } from '../call-result.ts';
import { replayChanges } from '../state/apply-changes.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Store } from '../store.ts';

/**
 * Brings answers of calls into the state. An answer does not say as of which change it was made, so the changes that the
 * stream brought while the call was under way are played once more over it: the answer can add, but never undo.
 */
export interface Answers {
  /**
   * Asks, then merges what came. An answer that a snapshot has overtaken is not merged but asked for again, at most once
   * a snapshot.
   */
  ask<Data>(
    request: () => Promise<CallResult<Data>>,
    merge: (state: DeskState, data: Data) => DeskState,
  ): Promise<CallResult<Data>>;
  /** Told of every batch from the stream, before it is applied. */
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
