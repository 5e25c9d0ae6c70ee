import { CALLS } from '@pasar/api';
import type { ConversationId, Position } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure, CallResult } from '../call-result.ts';
import { DeskDraft } from '../state/desk-draft.ts';
import type { DeskState } from '../state/desk-state.ts';
import { NO_WISHES, type ReadWish, settleByAnswer, type Wishes, type WishKind } from '../state/wishes.ts';
import type { Store } from '../store.ts';

/** A setting that was undone, and why. */
export interface Undone {
  readonly setting: 'pin' | 'unpin' | 'unread';
  readonly conversationId: ConversationId;
  readonly failure: CallFailure;
}

/** Settings of a conversation: shown at once, undone when they are not taken. */
export interface Settings {
  setPinned(id: ConversationId, isPinned: boolean): void;
  /** Everything up to `position`. Asked again when the server can be reached again; it is nobody's worry otherwise. */
  markRead(id: ConversationId, position: Position): void;
  markUnread(id: ConversationId): void;
  resume(): void;
}

export function createSettings(
  store: Store<DeskState>,
  callApi: CallApi,
  onUndone: (undone: Undone) => void,
): Settings {
  let lastWishId = 0;
  const unanswered = new Map<ConversationId, Position>();

  const wish = (id: ConversationId, change: (wishId: number, held: Wishes) => Wishes): number => {
    lastWishId += 1;
    const wishId = lastWishId;
    store.update((state) => {
      const draft = new DeskDraft(state);
      draft.setWishes(id, change(wishId, state.wishes.get(id) ?? NO_WISHES));
      return draft.done();
    });
    return wishId;
  };
  const settle = (id: ConversationId, kind: WishKind, wishId: number, isAccepted: boolean) =>
    store.update((state) => {
      const held = state.wishes.get(id);
      const confirmed = state.confirmed.get(id);
      if (held === undefined || confirmed === undefined) return state;
      const draft = new DeskDraft(state);
      draft.setWishes(id, settleByAnswer(held, kind, wishId, isAccepted, confirmed));
      return draft.done();
    });
  const wishRead = (id: ConversationId, value: ReadWish) =>
    wish(id, (wishId, held) => ({ ...held, read: { state: 'asked', wishId, value } }));

  async function carryOut(
    id: ConversationId,
    kind: WishKind,
    wishId: number,
    request: Promise<CallResult<unknown>>,
  ): Promise<CallFailure | null> {
    const result = await request;
    settle(id, kind, wishId, result.ok);
    return result.ok ? null : result.failure;
  }

  async function setPinned(id: ConversationId, isPinned: boolean): Promise<void> {
    const wishId = wish(id, (made, held) => ({ ...held, pin: { state: 'asked', wishId: made, value: isPinned } }));
    const failure = await carryOut(
      id,
      'pin',
      wishId,
      callApi(CALLS.chat.pinnedConversation, { conversationId: id, pinned: isPinned }),
    );
    if (failure !== null) onUndone({ setting: isPinned ? 'pin' : 'unpin', conversationId: id, failure });
  }

  async function read(id: ConversationId, position: Position): Promise<void> {
    const unreadBefore = store.get().confirmed.get(id)?.unreadCount ?? 0;
    const wishId = wishRead(id, { kind: 'read', position, unreadBefore });
    unanswered.set(id, position);
    const request = callApi(CALLS.desk.markRead, { conversationId: id, position });
    const result = await request;
    // Out of reach: it still counts as read here, and is asked again when the stream is back.
    if (!result.ok && result.failure.kind === 'unreachable') return;
    if (unanswered.get(id) === position) unanswered.delete(id);
    settle(id, 'read', wishId, result.ok);
  }

  async function unread(id: ConversationId): Promise<void> {
    unanswered.delete(id);
    const wishId = wishRead(id, { kind: 'unread' });
    const failure = await carryOut(id, 'read', wishId, callApi(CALLS.desk.markUnread, { conversationId: id }));
    if (failure !== null) onUndone({ setting: 'unread', conversationId: id, failure });
  }

  return {
    setPinned: (id, isPinned) => void setPinned(id, isPinned),
    markRead: (id, position) => void read(id, position),
    markUnread: (id) => void unread(id),
    resume() {
      for (const [id, position] of [...unanswered]) if (store.get().confirmed.has(id)) void read(id, position);
    },
  };
}
