import { createStore, type Readable } from '../store.ts';
import { type KeyValue, keysWith } from './pending-send.ts';

/**
 * Texts that the person typed and did not send, by conversation. Stored at every change, so that they survive a reload
 * and a lost session; an empty draft is removed.
 */
export interface Drafts extends Readable<ReadonlyMap<string, string>> {
  set(conversationId: string, text: string): void;
  /** Removes all drafts of the member from this browser. */
  clear(): void;
  /** Takes over what another window stored under the key, where that is a draft of this member. */
  look(key: string): void;
}

export function createDrafts(storage: KeyValue, memberId: string): Drafts {
  const prefix = `pasar.draft.${memberId}.`;
  const entries = keysWith(storage, prefix).map((key): [string, string] => [
    key.slice(prefix.length),
    storage.getItem(key) ?? '',
  ]);
  const store = createStore<ReadonlyMap<string, string>>(new Map(entries));
  const hold = (conversationId: string, text: string) =>
    store.update((drafts) => {
      if ((drafts.get(conversationId) ?? '') === text) return drafts;
      const next = new Map(drafts);
      if (text === '') next.delete(conversationId);
      else next.set(conversationId, text);
      return next;
    });
  return {
    get: store.get,
    subscribe: store.subscribe,
    set(conversationId, text) {
      if ((store.get().get(conversationId) ?? '') === text) return;
      hold(conversationId, text);
      try {
        if (text === '') storage.removeItem(prefix + conversationId);
        else storage.setItem(prefix + conversationId, text);
      } catch {
        // Storage is full, so the draft is kept in this window only.
      }
    },
    clear() {
      for (const key of keysWith(storage, prefix)) storage.removeItem(key);
      store.update(() => new Map());
    },
    look(key) {
      if (key.startsWith(prefix)) hold(key.slice(prefix.length), storage.getItem(key) ?? '');
    },
  };
}
