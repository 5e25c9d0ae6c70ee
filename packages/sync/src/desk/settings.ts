import { CALLS } from '@pasar/api';
import type { ClosingForm, ConversationId, Position } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure, CallResult } from '../call-result.ts';
import { DeskDraft } from '../state/desk-draft.ts';
import type { DeskState } from '../state/desk-state.ts';
import {
  type FlagKind,
  NO_WISHES,
  type ReadChange,
  settleByAnswer,
  type Wishes,
  type WishKind,
} from '../state/wishes.ts';
import type { Store } from '../store.ts';

/** A setting that was undone, and why. */
export interface Undone {
  readonly setting:
    | 'pin'
    | 'unpin'
    | 'mute'
    | 'unmute'
    | 'favorite'
    | 'unfavorite'
    | 'setAside'
    | 'putBack'
    | 'deleteConversation'
    | 'reopen'
    | 'close'
    | 'restart'
    | 'unread';
  readonly conversationId: ConversationId;
  readonly failure: CallFailure;
}

/** Settings of a conversation: shown at once, and undone when the server refuses. */
export interface Settings {
  setPinned(id: ConversationId, isPinned: boolean): void;
  setMuted(id: ConversationId, isMuted: boolean): void;
  setFavorite(id: ConversationId, isFavorite: boolean): void;
  /** The buyer needs no answer until the next message, or needs one after all. */
  setAside(id: ConversationId, isSetAside: boolean): void;
  /** Out of the lists until somebody writes, or back in them. */
  setDeleted(id: ConversationId, isDeleted: boolean): void;
  /** Closed at the marketplace, or restarted. False: the marketplace wants a reason; every other refusal is reported. */
  setClosed(id: ConversationId, isClosed: boolean, form?: ClosingForm | null): Promise<boolean>;
  /**
   * Marks every message up to `position` read. Repeated when the server can be reached again; a failure is not
   * reported.
   */
  markRead(id: ConversationId, position: Position): void;
  /**
   * Resolves once the server has marked it, with what takes the mark away again and reads nothing that came since. Null
   * where it could not be marked, which is reported, and where no message is known.
   */
  markUnread(id: ConversationId): Promise<(() => void) | null>;
  resume(): void;
}

interface FlagAnswer {
  readonly isSetAside?: boolean;
}

export const createSettings = (
  store: Store<DeskState>,
  callApi: CallApi,
  onUndone: (undone: Undone) => void,
): Settings => new WishedSettings(store, callApi, onUndone);

class WishedSettings implements Settings {
  readonly #store: Store<DeskState>;
  readonly #callApi: CallApi;
  readonly #onUndone: (undone: Undone) => void;
  /** Read positions that the server has not answered yet. */
  readonly #unanswered = new Map<ConversationId, Position>();
  #lastWishId = 0;

  constructor(store: Store<DeskState>, callApi: CallApi, onUndone: (undone: Undone) => void) {
    this.#store = store;
    this.#callApi = callApi;
    this.#onUndone = onUndone;
  }

  setPinned(id: ConversationId, isPinned: boolean): void {
    void this.#setFlag(id, 'pin', isPinned, isPinned ? 'pin' : 'unpin', () =>
      this.#callApi(CALLS.chat.pinnedConversation, { conversationId: id, pinned: isPinned }),
    );
  }

  setMuted(id: ConversationId, isMuted: boolean): void {
    void this.#setFlag(id, 'mute', isMuted, isMuted ? 'mute' : 'unmute', () =>
      this.#callApi(CALLS.chat.muteConversation, { conversationId: id, isMuted }),
    );
  }

  setFavorite(id: ConversationId, isFavorite: boolean): void {
    void this.#setFlag(id, 'favorite', isFavorite, isFavorite ? 'favorite' : 'unfavorite', () =>
      this.#callApi(CALLS.chat.favoriteConversation, { conversationId: id, isFavorite }),
    );
  }

  setAside(id: ConversationId, isSetAside: boolean): void {
    void this.#setFlag(id, 'setAside', isSetAside, isSetAside ? 'setAside' : 'putBack', () =>
      this.#callApi(CALLS.chat.setAside, { conversationId: id, isSetAside, ...(isSetAside ? this.#seenOf(id) : {}) }),
    );
  }

  setDeleted(id: ConversationId, isDeleted: boolean): void {
    void this.#setFlag(id, 'delete', isDeleted, isDeleted ? 'deleteConversation' : 'reopen', () =>
      this.#callApi(CALLS.chat.deleteConversation, { conversationId: id, isDeleted }),
    );
  }

  setClosed(id: ConversationId, isClosed: boolean, form: ClosingForm | null = null): Promise<boolean> {
    return this.#setFlag(id, 'close', isClosed, isClosed ? 'close' : 'restart', () =>
      this.#callApi(CALLS.closing.closeConversation, { conversationId: id, isClosed, ...form }),
    );
  }

  async markUnread(id: ConversationId): Promise<(() => void) | null> {
    const { sellerReadPosition = null, lastMessageAt } = this.#store.get().shown.get(id) ?? {};
    const position = sellerReadPosition ?? this.#seenOf(id).upTo;
    this.#unanswered.delete(id);
    const wishId = this.#wishRead(id, { kind: 'unread' });
    const request = this.#callApi(CALLS.chat.markUnread, { conversationId: id });
    await this.#carryOut({ id, kind: 'read', wishId, request, setting: 'unread' });
    const isMarked = (await request).ok;
    return isMarked && position !== undefined ? () => void this.#read(id, position, lastMessageAt) : null;
  }

  markRead(id: ConversationId, position: Position): void {
    void this.#read(id, position);
  }

  resume(): void {
    for (const [id, position] of [...this.#unanswered]) {
      if (this.#store.get().confirmed.has(id)) void this.#read(id, position);
    }
  }

  /** `onlyAt`: the time of the newest message of which nothing is subtracted once a newer one has come. */
  async #read(id: ConversationId, position: Position, onlyAt?: number): Promise<void> {
    const held = this.#store.get().confirmed.get(id);
    const isNewer = onlyAt !== undefined && held?.lastMessageAt !== onlyAt;
    const unreadBefore = isNewer ? 0 : (held?.unreadCount ?? 0);
    const wishId = this.#wishRead(id, { kind: 'read', position, unreadBefore });
    this.#unanswered.set(id, position);
    const result = await this.#callApi(CALLS.chat.markRead, { conversationId: id, position });
    // Out of reach: the conversation still counts as read here, and the call is repeated when the stream is back.
    if (!result.ok && result.failure.kind === 'unreachable') return;
    if (this.#unanswered.get(id) === position) this.#unanswered.delete(id);
    this.#settle(id, 'read', wishId, result.ok);
  }

  /** The newest message that this window shows. */
  #seenOf(id: ConversationId): { readonly upTo?: Position } {
    const window = this.#store.get().windows.get(id);
    const newest = window?.state === 'loaded' ? window.messages.at(-1) : undefined;
    return newest === undefined ? {} : { upTo: newest.position };
  }

  #setFlag(
    id: ConversationId,
    kind: FlagKind,
    value: boolean,
    setting: Undone['setting'],
    request: () => Promise<CallResult<FlagAnswer>>,
  ): Promise<boolean> {
    const wishId = this.#wish(id, (made, held) => ({ ...held, [kind]: { state: 'asked', wishId: made, value } }));
    return this.#carryOut({ id, kind, wishId, value, request: request(), setting });
  }

  /** False: a person has to say the reason first. */
  async #carryOut(asked: {
    readonly id: ConversationId;
    readonly kind: WishKind;
    readonly wishId: number;
    readonly value?: boolean;
    readonly request: Promise<CallResult<FlagAnswer>>;
    readonly setting: Undone['setting'];
  }): Promise<boolean> {
    const result = await asked.request;
    // A buyer who has written since waits on: the wish must not hide it.
    const isMet = result.ok && (asked.kind !== 'setAside' || result.data.isSetAside === asked.value);
    this.#settle(asked.id, asked.kind, asked.wishId, isMet);
    if (result.ok) return true;
    const { failure } = result;
    if (failure.kind === 'refused' && failure.code === 'reason_form_required') return false;
    this.#onUndone({ setting: asked.setting, conversationId: asked.id, failure });
    return true;
  }

  #wishRead(id: ConversationId, value: ReadChange): number {
    return this.#wish(id, (wishId, held) => ({ ...held, read: { state: 'asked', wishId, value } }));
  }

  #wish(id: ConversationId, change: (wishId: number, held: Wishes) => Wishes): number {
    this.#lastWishId += 1;
    const wishId = this.#lastWishId;
    this.#store.update((state) => {
      const draft = new DeskDraft(state);
      draft.setWishes(id, change(wishId, state.wishes.get(id) ?? NO_WISHES));
      return draft.done();
    });
    return wishId;
  }

  #settle(id: ConversationId, kind: WishKind, wishId: number, isAccepted: boolean): void {
    this.#store.update((state) => {
      const held = state.wishes.get(id);
      const confirmed = state.confirmed.get(id);
      if (held === undefined || confirmed === undefined) return state;
      const draft = new DeskDraft(state);
      draft.setWishes(id, settleByAnswer(held, kind, wishId, isAccepted, confirmed));
      return draft.done();
    });
  }
}
