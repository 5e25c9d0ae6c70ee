import { CALLS, type Change, type MessageView, type Moment } from '@pasar/api';
import { holds } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure } from '../call-result.ts';
import type { Clock } from '../clock.ts';
import type { LiveState } from '../live/live-state.ts';
import { type Aside, createLiveStream, type LiveStream } from '../live/live-stream.ts';
import type { OpenSocket } from '../live/socket.ts';
import { createDrafts, type Drafts } from '../pending/drafts.ts';
import { createPendingStorage, type KeyValue, type PendingStorage } from '../pending/pending-send.ts';
import { createPictures, type PictureStore } from '../pending/pictures.ts';
import { applyChanges } from '../state/apply-changes.ts';
import { type DeskState, EMPTY_DESK } from '../state/desk-state.ts';
import { withSnapshot } from '../state/merge-answers.ts';
import { newlyUndelivered, type Undelivered, undeliveredDelivery, undeliveredPending } from '../state/undelivered.ts';
import { createStore, type Readable } from '../store.ts';
import { type Answers, createAnswers } from './answers.ts';
import { createLists, type Lists } from './lists.ts';
import { createMessages, type Messages, withRefusedWish } from './messages.ts';
import { createPresence, type Presence } from './presence.ts';
import { createSender, type Sender } from './sender.ts';
import { createServerDrafts, type ServerDrafts } from './server-drafts.ts';
import { createSettings, type Settings, type Undone } from './settings.ts';
import { createShops, type Shops, type ShopsUndone } from './shops.ts';
import { createTyping, type Typing } from './typing.ts';
import { createWaits, type Waits } from './waits.ts';
import { createWindows, type Windows } from './windows.ts';

/** An event that a person should be told of and that is not part of the state. */
export type Notice =
  | { readonly kind: 'undone'; readonly undone: Undone }
  | { readonly kind: 'shopsUndone'; readonly undone: ShopsUndone }
  /** The server refused a retry or a check of a delivery. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** The marketplace refused a wish: a setting of a conversation, or the recall, deletion or mark of a message. */
  | { readonly kind: 'wishRefused'; readonly moment: Extract<Moment, { kind: 'wishRefused' }> }
  /** An event on the way to a marketplace that a person should know of. */
  | { readonly kind: 'onTheWay'; readonly moment: Extract<Moment, { kind: 'notice' | 'signInNotice' }> }
  /** An answer of this member failed or stays unconfirmed, and its conversation is not open in this window. */
  | { readonly kind: 'undelivered'; readonly undelivered: Undelivered }
  /** A buyer's message came to the end of a loaded conversation. */
  | { readonly kind: 'arrived'; readonly message: MessageView };

/** An update of the replica by the live stream. */
export type Told =
  /** `before`: the state before the changes. */
  | { readonly told: 'changes'; readonly changes: readonly Change[]; readonly before: DeskState }
  /** The whole state was replaced: at the start, and after missed changes. */
  | { readonly told: 'snapshot' };

export interface DeskOptions {
  /** On code 50001 it must call the desk's `expire` (or end the page). */
  readonly callApi: CallApi;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** A random number between 0 and 1. */
  readonly random: () => number;
  /** Makes a new UUID. */
  readonly randomId: () => string;
  /** Keeps unsent texts and drafts; outlives the page. */
  readonly storage: KeyValue;
  /**
   * Calls the listener with each key of the storage that another window has written or removed; returns how to stop.
   */
  readonly onStored: (listener: (key: string) => void) => () => void;
  /** Keeps the bytes of unsent pictures; outlives the page where the browser allows it. */
  readonly pictures: PictureStore;
  readonly onExpired: () => void;
  /** Told what the time is by the server's clock, in milliseconds since the epoch. */
  readonly onTime: (serverTime: number) => void;
}

/** The browser's half of the desk: one live replica, and the commands of a person. Never throws on a network fault. */
export interface Desk {
  readonly state: Readable<DeskState>;
  readonly live: Readable<LiveState>;
  readonly aside: Readable<Aside>;
  /** Null before the first snapshot, because the member is not known yet. */
  readonly drafts: Omit<Drafts, 'look' | 'adopt'> | null;
  readonly windows: Omit<Windows, 'refresh' | 'stop'>;
  readonly sender: Omit<Sender, 'restore' | 'look' | 'resume' | 'stop'>;
  readonly settings: Omit<Settings, 'resume'>;
  readonly messages: Messages;
  readonly typing: Pick<Typing, 'write' | 'rest'>;
  readonly presence: Pick<Presence, 'look' | 'write' | 'rest' | 'setAway'>;
  readonly lists: Lists;
  readonly shops: Shops;
  onNotice(listener: (notice: Notice) => void): () => void;
  /** Called after the replica was updated. Returns the unsubscribe function. */
  onTold(listener: (told: Told) => void): () => void;
  start(): void;
  /** Call when the browser is online again, or the window is visible again. */
  wake(): void;
  /** Call when an answer shows that the session ended. */
  expire(): void;
  /** Stops for good: tells and sends nothing more. The next desk takes over unsent texts. */
  stop(): void;
}

export const createDesk = (options: DeskOptions): Desk => new Replica(options);

class Replica implements Desk {
  readonly #store = createStore<DeskState>(EMPTY_DESK);
  readonly #options: DeskOptions;
  readonly #answers: Answers;
  readonly #stream: LiveStream;
  readonly #windows: Windows;
  readonly #sender: Sender;
  readonly #settings: Settings;
  readonly #lists: Lists;
  readonly #messages: Messages;
  readonly #typing: Typing;
  readonly #presence: Presence;
  readonly #waits: Waits;
  readonly #shops: Shops;
  readonly #listeners = new Set<(notice: Notice) => void>();
  readonly #toldListeners = new Set<(told: Told) => void>();
  readonly #unwatch: () => void;
  readonly #unwatchStorage: () => void;
  #pending: PendingStorage | null = null;
  #drafts: Drafts | null = null;
  #serverDrafts: ServerDrafts | null = null;
  #isSnapshotWanted = true;
  #isStopped = false;

  constructor(options: DeskOptions) {
    const { callApi, clock } = options;
    this.#options = options;
    this.#answers = createAnswers(this.#store);
    this.#windows = createWindows(this.#store, this.#answers, callApi, clock);
    this.#lists = createLists(this.#store, this.#answers, callApi);
    this.#settings = createSettings(this.#store, callApi, (undone) => this.#notify({ kind: 'undone', undone }));
    this.#typing = createTyping(this.#store, callApi, clock);
    this.#presence = createPresence(this.#store, (stance) => this.#stream.say(JSON.stringify(stance)), clock);
    this.#waits = createWaits(this.#store, clock);
    this.#shops = createShops({
      store: this.#store,
      callApi,
      onRefused: (failure) => this.#notify({ kind: 'refused', failure }),
      onUndone: (undone) => this.#notify({ kind: 'shopsUndone', undone }),
    });
    this.#messages = createMessages({
      store: this.#store,
      callApi,
      onRefused: (failure) => this.#notify({ kind: 'refused', failure }),
    });
    this.#sender = createSender({
      store: this.#store,
      answers: this.#answers,
      callApi,
      clock,
      randomId: options.randomId,
      storage: () => this.#pending,
      pictures: createPictures(options.pictures),
      onRefused: (failure) => this.#notify({ kind: 'refused', failure }),
      onNotSent: (pending) => this.#tellUndelivered(undeliveredPending(pending)),
    });
    this.#stream = createLiveStream({
      openSocket: options.openSocket,
      clock,
      random: options.random,
      since: () => this.#store.get().seq,
      prepare: (isDoubtful) => this.#prepare(isDoubtful),
      onChanges: (changes, upTo) => this.#take(changes, upTo),
      onMoment: (moment) => this.#takeMoment(moment),
      onTime: options.onTime,
      onReload: () => {
        this.#isSnapshotWanted = true;
      },
      onExpired: options.onExpired,
    });
    this.#unwatch = this.#stream.state.subscribe(() => this.#catchUp());
    this.#unwatchStorage = options.onStored((key) => {
      this.#drafts?.look(key);
      this.#sender.look(key);
    });
  }

  get state(): Readable<DeskState> {
    return this.#store;
  }
  get live(): Readable<LiveState> {
    return this.#stream.state;
  }
  get aside(): Readable<Aside> {
    return this.#stream.aside;
  }
  get drafts(): Drafts | null {
    return this.#drafts;
  }
  get windows(): Windows {
    return this.#windows;
  }
  get sender(): Sender {
    return this.#sender;
  }
  get settings(): Settings {
    return this.#settings;
  }
  get messages(): Messages {
    return this.#messages;
  }
  get typing(): Typing {
    return this.#typing;
  }
  get presence(): Presence {
    return this.#presence;
  }
  get lists(): Lists {
    return this.#lists;
  }
  get shops(): Shops {
    return this.#shops;
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  onTold(listener: (told: Told) => void): () => void {
    this.#toldListeners.add(listener);
    return () => {
      this.#toldListeners.delete(listener);
    };
  }

  start(): void {
    this.#stream.start();
  }

  wake(): void {
    this.#stream.wake();
  }

  expire(): void {
    this.#stream.expire();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch();
    this.#unwatchStorage();
    this.#stream.stop();
    this.#sender.stop();
    this.#windows.stop();
    this.#typing.stop();
    this.#presence.stop();
    this.#serverDrafts?.stop();
    this.#waits.stop();
  }

  async #prepare(isDoubtful: boolean): Promise<boolean> {
    if (this.#isSnapshotWanted) return this.#takeSnapshot();
    if (!isDoubtful) return true;
    return (await this.#options.callApi(CALLS.account.keepLive, {})).ok;
  }

  async #takeSnapshot(): Promise<boolean> {
    this.#isSnapshotWanted = false;
    const result = await this.#options.callApi(CALLS.chat.snapshot, {});
    if (this.#isStopped) return false;
    if (!result.ok) {
      this.#isSnapshotWanted = true;
      const { failure } = result;
      this.#store.update((state) =>
        state.boot.state === 'ready' ? state : { ...state, boot: { state: 'failed', failure } },
      );
      return false;
    }
    const { storage } = this.#options;
    const { memberId } = result.data.member;
    const isFirst = this.#pending === null;
    this.#drafts ??= this.#createDrafts(memberId);
    this.#pending ??= createPendingStorage(storage, memberId);
    this.#store.update((state) => withSnapshot(state, result.data, this.#windows.opened()));
    if (isFirst) this.#sender.restore();
    this.#windows.refresh();
    this.#tell({ told: 'snapshot' });
    return true;
  }

  #createDrafts(memberId: string): Drafts {
    const { storage, callApi, clock } = this.#options;
    const drafts = createDrafts(storage, memberId, {
      onWritten: (id) => this.#serverDrafts?.written(id),
      onLeft: () => this.#serverDrafts?.flush(),
      onCleared: () => this.#serverDrafts?.clear(),
    });
    this.#serverDrafts = createServerDrafts({ drafts, storage, memberId, callApi, clock });
    return drafts;
  }

  #take(changes: readonly Change[], upTo: number): void {
    this.#answers.record(changes);
    const before = this.#store.get();
    const applied = applyChanges(before, changes, upTo);
    this.#store.update(() => applied.state);
    this.#tell({ told: 'changes', changes, before });
    for (const change of changes) if (change.kind === 'draft') this.#serverDrafts?.told(change.draft);
    for (const message of applied.arrived) this.#notify({ kind: 'arrived', message });
    for (const delivery of newlyUndelivered(before, applied.state, changes)) {
      this.#tellUndelivered(undeliveredDelivery(delivery));
    }
    if (applied.isSnapshotWanted) this.#stream.reload();
  }

  #takeMoment(moment: Moment): void {
    if (moment.kind === 'present') this.#presence.told(moment);
    else if (moment.kind === 'typing') this.#typing.told(moment.conversationId, moment.isTyping);
    else if (moment.kind !== 'wishRefused') this.#notify({ kind: 'onTheWay', moment });
    else {
      this.#store.update((state) => withRefusedWish(state, moment));
      this.#notify({ kind: 'wishRefused', moment });
    }
  }

  #tellUndelivered(undelivered: Undelivered): void {
    const { conversationId } = undelivered;
    if (conversationId === this.#windows.opened()) return;
    this.#notify({ kind: 'undelivered', undelivered });
  }

  /** Sends what could not be sent while the server was out of reach. */
  #catchUp(): void {
    const isLive = this.#stream.state.get().state === 'live';
    this.#presence.setLive(isLive);
    if (!isLive) return;
    this.#sender.resume();
    this.#settings.resume();
    this.#saveDrafts();
  }

  /** Members without the key have no drafts on the server. */
  #saveDrafts(): void {
    const { member } = this.#store.get();
    if (member !== null && holds(member, 'chat')) this.#serverDrafts?.resume();
  }

  #notify(notice: Notice): void {
    for (const listener of [...this.#listeners]) listener(notice);
  }

  #tell(told: Told): void {
    for (const listener of [...this.#toldListeners]) listener(told);
  }
}
