import { createStore, type Readable } from '../store.ts';
import { type KeyValue, keysWith } from './pending-send.ts';

/**
 * Texts that the person typed and did not send, by conversation. Stored at every change, so that they survive a reload
 * and a lost session; an empty draft is removed.
 */
export interface Drafts extends Readable<ReadonlyMap<string, string>> {
  /** The person has changed the text in this window. */
  set(conversationId: string, text: string): void;
  /** Takes over what another device of the member has written. */
  adopt(conversationId: string, text: string): void;
  /** Call when the person leaves the conversation, or the page. */
  leave(): void;
  /** Removes all drafts of the member from this browser. */
  clear(): void;
  /** Takes over what another window stored under the key, where that is a draft of this member. */
  look(key: string): void;
}

/** What is done beside the drafts of this browser. */
export interface DraftListeners {
  /** After each change by the person. */
  readonly onWritten: (conversationId: string) => void;
  /** The person has left the conversation, or the page. */
  readonly onLeft: () => void;
  /** After the drafts were removed. */
  readonly onCleared: () => void;
}

export function createDrafts(storage: KeyValue, memberId: string, listeners: DraftListeners): Drafts {
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
  const adopt = (conversationId: string, text: string): void => {
    hold(conversationId, text);
    try {
      if (text === '') storage.removeItem(prefix + conversationId);
      else storage.setItem(prefix + conversationId, text);
    } catch {
      // Storage is full, so the draft is kept in this window only.
    }
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    adopt,
    set(conversationId, text) {
      if ((store.get().get(conversationId) ?? '') === text) return;
      adopt(conversationId, text);
      listeners.onWritten(conversationId);
    },
    leave: listeners.onLeft,
    clear() {
      for (const key of keysWith(storage, prefix)) storage.removeItem(key);
      store.update(() => new Map());
      listeners.onCleared();
    },
    look(key) {
      if (key.startsWith(prefix)) hold(key.slice(prefix.length), storage.getItem(key) ?? '');
    },
  };
}
