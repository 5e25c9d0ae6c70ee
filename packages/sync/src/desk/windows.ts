import { CALLS } from '@pasar/api';
import type { ConversationId, Position } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallResult } from '../call-result.ts';
import type { Clock } from '../clock.ts';
import type { DeskState } from '../state/desk-state.ts';
import { type MessagesAnswer, withMessages, withWindow } from '../state/merge-answers.ts';
import { withOlder } from '../state/message-window.ts';
import type { Store } from '../store.ts';
import type { Answers } from './answers.ts';

/** How many conversations are held besides the open one. */
export const WINDOWS_KEPT = 60;
/** Prefetches under way at once: the open conversation must not wait behind them. */
const PREFETCHES = 2;
const REASK_FIRST_MS = 1_000;
const REASK_CAP_MS = 5_000;

/** The messages of the conversations that are, were or may soon be on the screen. */
export interface Windows {
  /** Null: none is on the screen. Loads what is missing; what is held can be painted in this very frame. */
  open(id: ConversationId | null): void;
  /** The pointer is near it: have its newest page before it is opened. */
  prefetch(id: ConversationId): void;
  /** Again, after it failed. */
  reload(id: ConversationId): void;
  loadOlder(id: ConversationId): void;
  opened(): ConversationId | null;
  /** After a snapshot. */
  refresh(): void;
  stop(): void;
}

export function createWindows(store: Store<DeskState>, answers: Answers, callApi: CallApi, clock: Clock): Windows {
  let openId: ConversationId | null = null;
  let cancelReask = () => {};
  const asking = new Set<ConversationId>();
  /** Least recently opened first. */
  const recent = new Set<ConversationId>();

  const page = (id: ConversationId, before: Position | null): Promise<CallResult<MessagesAnswer>> =>
    answers.ask(
      () => callApi(CALLS.desk.messages, { conversationId: id, ...(before === null ? {} : { before }) }),
      (state, answer) => withMessages(state, id, before, answer),
    );

  async function loadNewest(id: ConversationId): Promise<void> {
    if (asking.has(id)) return;
    asking.add(id);
    if (!('messages' in (store.get().windows.get(id) ?? {}))) {
      store.update((state) => withWindow(state, id, { state: 'loading' }));
    }
    const result = await page(id, null);
    asking.delete(id);
    if (result.ok) {
      if (id === openId) reaskLater(id, REASK_FIRST_MS);
      return;
    }
    // What is held stays on the screen; a stale window is asked for again at the next opening or snapshot.
    store.update((state) =>
      'messages' in (state.windows.get(id) ?? {})
        ? state
        : withWindow(state, id, { state: 'failed', failure: result.failure }),
    );
  }

  async function loadOlder(id: ConversationId): Promise<void> {
    const window = store.get().windows.get(id);
    if (window?.state !== 'loaded' || window.older === 'no' || window.older === 'asking') return;
    const before = window.messages[0]?.position ?? null;
    store.update((state) => withWindow(state, id, withOlder(state.windows.get(id), 'asking')));
    const result = await page(id, before);
    if (!result.ok) store.update((state) => withWindow(state, id, withOlder(state.windows.get(id), 'failed')));
    else if (id === openId) reaskLater(id, REASK_FIRST_MS);
  }

  /** While the server fetches older messages from the marketplace nobody tells when it is through: ask now and then. */
  function reaskLater(id: ConversationId, delayMs: number): void {
    cancelReask();
    const window = store.get().windows.get(id);
    if (window?.state !== 'loaded' || window.older !== 'fetching') return;
    cancelReask = clock.after(delayMs, () => void reask(id, delayMs));
  }
  async function reask(id: ConversationId, delayMs: number): Promise<void> {
    const window = store.get().windows.get(id);
    if (id !== openId || window?.state !== 'loaded' || window.older !== 'fetching') return;
    await page(id, window.messages[0]?.position ?? null);
    if (id === openId) reaskLater(id, Math.min(delayMs * 2, REASK_CAP_MS));
  }

  const ensure = (id: ConversationId): void => {
    const held = store.get().windows.get(id);
    if (held?.state === 'loaded') {
      if (id === openId) reaskLater(id, REASK_FIRST_MS);
    } else void loadNewest(id);
  };
  const remember = (id: ConversationId): void => {
    recent.delete(id);
    recent.add(id);
    for (const old of recent) {
      if (recent.size <= WINDOWS_KEPT) break;
      recent.delete(old);
      if (old !== openId) store.update((state) => withWindow(state, old, undefined));
    }
  };

  return {
    opened: () => openId,
    open(id) {
      cancelReask();
      openId = id;
      if (id === null) return;
      remember(id);
      ensure(id);
    },
    prefetch(id) {
      if (store.get().windows.has(id) || asking.size >= PREFETCHES) return;
      remember(id);
      ensure(id);
    },
    reload: (id) => void loadNewest(id),
    loadOlder: (id) => void loadOlder(id),
    refresh: () => {
      if (openId !== null) ensure(openId);
    },
    stop: () => cancelReask(),
  };
}
