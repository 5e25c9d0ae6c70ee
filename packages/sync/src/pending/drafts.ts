import { createStore, type Readable } from '../store.ts';
import { type KeyValue, keysWith } from './pending-send.ts';

/**
 * Texts that the person typed and did not send, by conversation. Stored at every change, so that they survive a reload
 * and a lost session; an empty draft is removed.
 */
export interface Drafts extends Readable<ReadonlyMap<string, string>> {
  set(conversationId: string, text: string): void;
}

export function createDrafts(storage: KeyValue, memberId: string): Drafts {
  const prefix = `pasar.draft.${memberId}.`;
  const entries = keysWith(storage, prefix).map((key): [string, string] => [
    key.slice(prefix.length),
    storage.getItem(key) ?? '',
  ]);
  const store = createStore<ReadonlyMap<string, string>>(new Map(entries));
  return {
    get: store.get,
    subscribe: store.subscribe,
    set(conversationId, text) {
      if ((store.get().get(conversationId) ?? '') === text) return;
      store.update((drafts) => {
        const next = new Map(drafts);
        if (text === '') next.delete(conversationId);
        else next.set(conversationId, text);
        return next;
      });
      try {
        if (text === '') storage.removeItem(prefix + conversationId);
        else storage.setItem(prefix + conversationId, text);
      } catch {
        // Storage is full, so the draft is kept in this window only.
      }
    },
  };
}
