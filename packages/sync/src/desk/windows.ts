import { CALLS, type CallOutput, type MessageView } from '@pasar/api';
import type { ConversationId, Position } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallResult } from '../call-result.ts';
import type { Clock } from '../clock.ts';
import type { DeskState, Older } from '../state/desk-state.ts';
import { type MessagesAnswer, withMessages, withWindow } from '../state/merge-answers.ts';
import { withOlder } from '../state/message-window.ts';
import type { Store } from '../store.ts';
import type { Answers } from './answers.ts';

/** Number of conversations whose messages are kept besides the open conversation. */
export const WINDOWS_KEPT = 60;
/** Most prefetches at a time, so that the open conversation does not wait behind them. */
const PREFETCHES = 2;
const WANTED_KEPT = 24;
/** Messages a page: what the call gives by itself, and its most. */
const PAGE = 50;
const LARGEST_PAGE = 200;
const REASK_FIRST_MS = 1_000;
const REASK_CAP_MS = 5_000;

export type FoundMessages = CallOutput<typeof CALLS.chat.findMessages>;

/** Messages of the conversations that are, were or may soon be on the screen. */
export interface Windows {
  /** Opens a conversation and loads what is missing; loaded messages can be painted in this very frame. Null closes. */
  open(id: ConversationId | null): void;
  /** Loads the newest page of a conversation that may soon be opened. The latest request is served first. */
  prefetch(id: ConversationId): void;
  /** Loads a conversation again after a failure. */
  reload(id: ConversationId): void;
  loadOlder(id: ConversationId): void;
  /** The same with as many messages as one call gives, for a person who jumps far back. */
  loadManyOlder(id: ConversationId): void;
  /** The stored messages that hold these words, newest first; `before`: the `next` of an earlier answer. */
  find(id: ConversationId, words: string, before: Position | null): Promise<CallResult<FoundMessages>>;
  /** The first stored message that is not older than a time, or else the newest. */
  messageAt(id: ConversationId, at: number): Promise<CallResult<{ readonly message: MessageView | null }>>;
  opened(): ConversationId | null;
  /** Loads the open conversation again if its window is stale; call after a snapshot. */
  refresh(): void;
  stop(): void;
}

export const createWindows = (store: Store<DeskState>, answers: Answers, callApi: CallApi, clock: Clock): Windows =>
  new HeldWindows(store, answers, callApi, clock);

class HeldWindows implements Windows {
  readonly #store: Store<DeskState>;
  readonly #answers: Answers;
  readonly #callApi: CallApi;
  readonly #clock: Clock;
  readonly #asking = new Set<ConversationId>();
  /** Conversations with a window, least recently opened first. */
  readonly #recent = new Set<ConversationId>();
  /** Conversations that may soon be opened, most likely first. */
  #wanted: readonly ConversationId[] = [];
  #openId: ConversationId | null = null;
  #cancelReask = () => {};

  constructor(store: Store<DeskState>, answers: Answers, callApi: CallApi, clock: Clock) {
    this.#store = store;
    this.#answers = answers;
    this.#callApi = callApi;
    this.#clock = clock;
  }

  opened(): ConversationId | null {
    return this.#openId;
  }

  open(id: ConversationId | null): void {
    this.#cancelReask();
    this.#openId = id;
    if (id === null) return;
    this.#remember(id);
    this.#ensure(id);
  }

  prefetch(id: ConversationId): void {
    this.#wanted = [id, ...this.#wanted.filter((other) => other !== id)].slice(0, WANTED_KEPT);
    this.#prefetchNext();
  }

  reload(id: ConversationId): void {
    void this.#loadNewest(id);
  }

  loadOlder(id: ConversationId): void {
    void this.#loadOlder(id, PAGE);
  }

  find(conversationId: ConversationId, words: string, before: Position | null): Promise<CallResult<FoundMessages>> {
    const older = before === null ? {} : { before };
    return this.#callApi(CALLS.chat.findMessages, { conversationId, words, ...older });
  }

  messageAt(conversationId: ConversationId, at: number): Promise<CallResult<{ readonly message: MessageView | null }>> {
    return this.#callApi(CALLS.chat.messageAt, { conversationId, at });
  }

  loadManyOlder(id: ConversationId): void {
    void this.#loadOlder(id, LARGEST_PAGE);
  }

  refresh(): void {
    if (this.#openId !== null) this.#ensure(this.#openId);
  }

  stop(): void {
    this.#openId = null;
    this.#wanted = [];
    this.#cancelReask();
  }

  #prefetchNext(): void {
    while (this.#asking.size < PREFETCHES) {
      const [id, ...rest] = this.#wanted;
      if (id === undefined) return;
      this.#wanted = rest;
      if (this.#store.get().windows.has(id)) continue;
      this.#remember(id);
      this.#ensure(id);
    }
  }

  #ensure(id: ConversationId): void {
    const held = this.#store.get().windows.get(id);
    if (held?.state !== 'loaded') void this.#loadNewest(id);
    else if (id === this.#openId) this.#reaskLater(id, REASK_FIRST_MS);
  }

  #page(id: ConversationId, before: Position | null, limit: number): Promise<CallResult<MessagesAnswer>> {
    return this.#answers.ask(
      () =>
        this.#callApi(CALLS.chat.messages, {
          conversationId: id,
          ...(limit === PAGE ? {} : { limit }),
          ...(before === null ? {} : { before }),
        }),
      (state, answer) => withMessages(state, id, before, answer),
    );
  }

  async #loadNewest(id: ConversationId): Promise<void> {
    if (this.#asking.has(id)) return;
    this.#asking.add(id);
    const isHeld = (state: DeskState) => 'messages' in (state.windows.get(id) ?? {});
    if (!isHeld(this.#store.get())) this.#store.update((state) => withWindow(state, id, { state: 'loading' }));
    const result = await this.#page(id, null, PAGE);
    this.#asking.delete(id);
    this.#prefetchNext();
    if (result.ok) {
      if (id === this.#openId) this.#reaskLater(id, REASK_FIRST_MS);
      return;
    }
    // A window that holds messages stays; a stale window is loaded again at the next opening or snapshot.
    const { failure } = result;
    this.#store.update((state) => (isHeld(state) ? state : withWindow(state, id, { state: 'failed', failure })));
  }

  async #loadOlder(id: ConversationId, limit: number): Promise<void> {
    const window = this.#store.get().windows.get(id);
    if (window?.state !== 'loaded' || window.older === 'no' || window.older === 'asking') return;
    const before = window.messages[0]?.position ?? null;
    this.#setOlder(id, 'asking');
    const result = await this.#page(id, before, limit);
    if (!result.ok) this.#setOlder(id, 'failed');
    else if (id === this.#openId) this.#reaskLater(id, REASK_FIRST_MS);
  }

  #setOlder(id: ConversationId, older: Older): void {
    this.#store.update((state) => withWindow(state, id, withOlder(state.windows.get(id), older)));
  }

  /**
   * The server does not tell when it has fetched older messages from the marketplace, so the client asks repeatedly.
   */
  #reaskLater(id: ConversationId, delayMs: number): void {
    this.#cancelReask();
    if (this.#isFetching(id)) this.#cancelReask = this.#clock.after(delayMs, () => void this.#reask(id, delayMs));
  }

  async #reask(id: ConversationId, delayMs: number): Promise<void> {
    const window = this.#store.get().windows.get(id);
    if (id !== this.#openId || window?.state !== 'loaded' || window.older !== 'fetching') return;
    await this.#page(id, window.messages[0]?.position ?? null, PAGE);
    if (id === this.#openId) this.#reaskLater(id, Math.min(delayMs * 2, REASK_CAP_MS));
  }

  #isFetching(id: ConversationId): boolean {
    const window = this.#store.get().windows.get(id);
    return window?.state === 'loaded' && window.older === 'fetching';
  }

  #remember(id: ConversationId): void {
    this.#recent.delete(id);
    this.#recent.add(id);
    for (const old of this.#recent) {
      if (this.#recent.size <= WINDOWS_KEPT) break;
      this.#recent.delete(old);
      if (old !== this.#openId) this.#store.update((state) => withWindow(state, old, undefined));
    }
  }
}
