import { CALLS, type Change, type MessageView } from '@pasar/api';
import type { CallApi } from '../api-client.ts';
import type { CallFailure } from '../call-result.ts';
import type { Clock } from '../clock.ts';
import type { LiveState } from '../live/live-state.ts';
import { type Aside, createLiveStream } from '../live/live-stream.ts';
import type { OpenSocket } from '../live/socket.ts';
import { createDrafts, type Drafts } from '../pending/drafts.ts';
import { createPendingStorage, type KeyValue, type PendingStorage } from '../pending/pending-send.ts';
import { applyChanges } from '../state/apply-changes.ts';
import { type DeskState, EMPTY_DESK } from '../state/desk-state.ts';
import { withSnapshot } from '../state/merge-answers.ts';
import { createStore, type Readable } from '../store.ts';
import { createAnswers } from './answers.ts';
import { createLists, type Lists } from './lists.ts';
import { createSender, type Sender } from './sender.ts';
import { createSettings, type Settings, type Undone } from './settings.ts';
import { createWindows, type Windows } from './windows.ts';

/** Something to tell the person that is not part of the state. */
export type Notice =
  | { readonly kind: 'undone'; readonly undone: Undone }
  /** A retry or a check of a delivery was not taken. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** A buyer's message came to the end of a conversation that is held. */
  | { readonly kind: 'arrived'; readonly message: MessageView };

export interface DeskOptions {
  /** Must call `expire` of the desk on code 50001 (or end the page). */
  readonly callApi: CallApi;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** A new UUID. */
  readonly randomId: () => string;
  /** Outlives the page: unsent texts and drafts. */
  readonly storage: KeyValue;
  readonly onExpired: () => void;
}

/** The browser's half of the desk: one live replica, and the commands a person gives. Never throws on the wire's faults. */
export interface Desk extends Omit<Sender, 'restore' | 'resume' | 'stop'>, Omit<Settings, 'resume'>, Lists {
  readonly state: Readable<DeskState>;
  readonly live: Readable<LiveState>;
  readonly aside: Readable<Aside>;
  /** Null until the member is known. */
  drafts(): Drafts | null;
  readonly windows: Omit<Windows, 'refresh' | 'stop'>;
  onNotice(listener: (notice: Notice) => void): () => void;
  start(): void;
  /** The browser is online again, or the window is looked at again. */
  wake(): void;
  expire(): void;
  stop(): void;
}

interface Memory {
  pending: PendingStorage | null;
  drafts: Drafts | null;
  isSnapshotWanted: boolean;
  isStopped: boolean;
}

export function createDesk(options: DeskOptions): Desk {
  const { callApi, clock } = options;
  const store = createStore<DeskState>(EMPTY_DESK);
  const answers = createAnswers(store);
  const listeners = new Set<(notice: Notice) => void>();
  const notify = (notice: Notice) => {
    for (const listener of [...listeners]) listener(notice);
  };
  const memory: Memory = { pending: null, drafts: null, isSnapshotWanted: true, isStopped: false };
  const windows = createWindows(store, answers, callApi, clock);
  const sender = createSender({
    store,
    answers,
    callApi,
    clock,
    randomId: options.randomId,
    storage: () => memory.pending,
    onRefused: (failure) => notify({ kind: 'refused', failure }),
  });
  const settings = createSettings(store, callApi, (undone) => notify({ kind: 'undone', undone }));

  async function prepare(isDoubtful: boolean): Promise<boolean> {
    if (memory.isSnapshotWanted) return takeSnapshot();
    if (!isDoubtful) return true;
    return (await callApi(CALLS.account.keepLive, {})).ok;
  }
  async function takeSnapshot(): Promise<boolean> {
    memory.isSnapshotWanted = false;
    const result = await callApi(CALLS.desk.snapshot, {});
    if (memory.isStopped) return false;
    if (!result.ok) {
      memory.isSnapshotWanted = true;
      const { failure } = result;
      store.update((state) =>
        state.boot.state === 'ready' ? state : { ...state, boot: { state: 'failed', failure } },
      );
      return false;
    }
    const isFirst = memory.drafts === null;
    memory.drafts ??= createDrafts(options.storage, result.data.member.memberId);
    memory.pending ??= createPendingStorage(options.storage, result.data.member.memberId);
    store.update((state) => withSnapshot(state, result.data, windows.opened()));
    if (isFirst) sender.restore();
    windows.refresh();
    return true;
  }
  function takeChanges(changes: readonly Change[], upTo: number): void {
    answers.record(changes);
    const applied = applyChanges(store.get(), changes, upTo);
    store.update(() => applied.state);
    for (const message of applied.arrived) notify({ kind: 'arrived', message });
    if (applied.isSnapshotWanted) stream.reload();
  }

  const stream = createLiveStream({
    openSocket: options.openSocket,
    clock,
    random: options.random,
    since: () => store.get().seq,
    prepare,
    onChanges: takeChanges,
    onReload: () => {
      memory.isSnapshotWanted = true;
    },
    onExpired: options.onExpired,
  });
  const unwatch = stream.state.subscribe(() => {
    if (stream.state.get().state !== 'live') return;
    sender.resume();
    settings.resume();
  });

  const { send, retry, takeBack, retryDelivery, checkDelivery } = sender;
  const { setPinned, markRead, markUnread } = settings;
  return {
    state: store,
    live: stream.state,
    aside: stream.aside,
    drafts: () => memory.drafts,
    windows,
    ...{ send, retry, takeBack, retryDelivery, checkDelivery, setPinned, markRead, markUnread },
    ...createLists(store, answers, callApi),
    onNotice(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start: stream.start,
    wake: stream.wake,
    expire: stream.expire,
    stop() {
      memory.isStopped = true;
      unwatch();
      stream.stop();
      sender.stop();
      windows.stop();
    },
  };
}
