import { CALLS } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { Clock } from '../clock.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Store } from '../store.ts';

/** Longest time that a buyer's typing is shown, because the end may never be told (our choice). */
export const TYPING_SHOWN_MS = 6_000;
/** How often the buyer is told while the shop goes on writing (our choice): shorter than a marketplace shows typing. */
const TOLD_EVERY_MS = 4_000;

/** Who is typing now: buyers, and the person at this window. Nothing depends on it, so failures are ignored. */
export interface Typing {
  /** A key was pressed in the composer of a conversation whose marketplace shows typing. */
  write(id: ConversationId): void;
  /** Call when the text was sent, the composer emptied or the conversation left. */
  rest(id: ConversationId): void;
  /** The stream tells that a buyer has begun or stopped typing. */
  told(id: ConversationId, isTyping: boolean): void;
  stop(): void;
}

export function createTyping(store: Store<DeskState>, callApi: CallApi, clock: Clock): Typing {
  let lastTold: { readonly id: ConversationId; readonly at: number } | null = null;
  const cancels = new Map<ConversationId, () => void>();
  const show = (id: ConversationId, isTyping: boolean): void => {
    cancels.get(id)?.();
    cancels.delete(id);
    if (store.get().typing.has(id) === isTyping) return;
    store.update((state) => {
      const typing = new Set(state.typing);
      if (isTyping) typing.add(id);
      else typing.delete(id);
      return { ...state, typing };
    });
  };
  return {
    write(id) {
      const at = clock.now();
      if (lastTold?.id === id && at - lastTold.at < TOLD_EVERY_MS) return;
      lastTold = { id, at };
      void callApi(CALLS.chat.showTyping, { conversationId: id, isTyping: true });
    },
    rest(id) {
      if (lastTold?.id !== id) return;
      lastTold = null;
      void callApi(CALLS.chat.showTyping, { conversationId: id, isTyping: false });
    },
    told(id, isTyping) {
      show(id, isTyping);
      if (isTyping)
        cancels.set(
          id,
          clock.after(TYPING_SHOWN_MS, () => show(id, false)),
        );
    },
    stop() {
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
