import type { Call } from '@pasar/api';
import type { CallApi } from '../api-client.ts';
import { type CallFailure, type CallResult, failed } from '../call-result.ts';
import { createDesk, type Desk, type Notice } from '../desk/desk.ts';
import type { KeyValue } from '../pending/pending-send.ts';
import type { PictureStore } from '../pending/pictures.ts';
import { uuid } from './builders.ts';
import { createFakeSockets, type FakeSocket, type FakeSockets } from './fake-sockets.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createMemoryPictures } from './memory-pictures.ts';
import { createMemoryStorage } from './memory-storage.ts';
import type { ModelServer } from './model/model-server.ts';

/**
 * A call on its way. The test decides when the server handles it, and when its answer arrives or whether it is lost.
 */
export interface FlyingCall {
  readonly call: Call;
  readonly input: unknown;
  handled: CallResult<unknown> | null;
  readonly land: (result: CallResult<unknown>) => void;
}

/** A desk whose network the test controls. */
export interface DeskHarness {
  readonly desk: Desk;
  readonly server: ModelServer;
  readonly sockets: FakeSockets;
  readonly clock: ManualClock;
  readonly notices: readonly Notice[];
  readonly flying: readonly FlyingCall[];
  /** Lets the server handle the call; the answer does not arrive yet. */
  handle(index: number): void;
  /** Delivers the call's answer; lets the server handle the call first if it has not. */
  answer(index: number): void;
  /** Loses the call or its answer: the server handled the call only if `handle` was called before. */
  lose(index: number): void;
  /** Gives the call this failure as its result; it does not reach the server. */
  fail(index: number, failure: CallFailure): void;
  /** Sends the next `count` changes on the socket, after the last `back` changes that were already sent. */
  deliver(count: number, back?: number, isReversed?: boolean): void;
  /** Tells the desk that another window has written or removed this key of the storage. */
  tellStored(key: string): void;
  /** Answers every call and delivers every change; runs the waits of offline states, too. */
  settle(): Promise<void>;
}

/** Lets every promise continue that can. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

export function createDeskHarness(
  server: ModelServer,
  storage: KeyValue = createMemoryStorage(),
  pictures: PictureStore = createMemoryPictures(),
): DeskHarness {
  const flying: FlyingCall[] = [];
  const notices: Notice[] = [];
  const clock = createManualClock();
  const sent = new Map<FakeSocket, number>();
  const storageListeners = new Set<(key: string) => void>();
  const sockets = createFakeSockets((socket) => sent.set(socket, socket.since));
  let lastId = 0;
  const callApi = ((call: Call, input: unknown) =>
    new Promise<CallResult<unknown>>((land) => {
      flying.push({ call, input, handled: null, land });
    })) as CallApi;
  const desk = createDesk({
    callApi,
    openSocket: sockets.openSocket,
    clock,
    random: () => 0.5,
    randomId: () => {
      lastId += 1;
      return uuid('9', 1_000 + lastId);
    },
    storage,
    onStored: (listener) => {
      storageListeners.add(listener);
      return () => storageListeners.delete(listener);
    },
    pictures,
    onExpired: () => {},
    onTime: () => {},
  });
  desk.onNotice((notice) => notices.push(notice));

  const handle = (index: number) => {
    const item = flying[index];
    if (item !== undefined) item.handled ??= server.answer(item.call, item.input);
  };
  const answer = (index: number) => {
    handle(index);
    const [item] = flying.splice(index, 1);
    if (item?.handled) item.land(item.handled);
  };
  const fail = (index: number, failure: CallFailure) => {
    const [item] = flying.splice(index, 1);
    item?.land(failed(failure));
  };
  const deliver = (count: number, back = 0, isReversed = false) => {
    const socket = sockets.current();
    if (socket === null) return;
    socket.open();
    const from = sent.get(socket) ?? 0;
    const upTo = Math.min(server.seq, from + count);
    const batch = server.log.slice(Math.max(0, from - back), upTo);
    if (isReversed) batch.reverse();
    sent.set(socket, upTo);
    socket.send({ type: 'changes', changes: batch.filter((change) => server.tells(change)), upTo });
  };

  return {
    desk,
    server,
    sockets,
    clock,
    notices,
    flying,
    handle,
    answer,
    lose: (index) => fail(index, { kind: 'unreachable', fault: null, cause: new Error('lost') }),
    fail,
    deliver,
    tellStored(key) {
      for (const listener of storageListeners) listener(key);
    },
    async settle() {
      for (let round = 0; round < 60; round += 1) {
        await flush();
        while (flying.length > 0) {
          answer(0);
          await flush();
        }
        deliver(server.seq);
        await flush();
        const isLive = desk.live.get().state === 'live' && desk.state.get().seq === server.seq;
        const isSending = [...desk.state.get().pending.values()].flat().some((item) => item.phase.state !== 'refused');
        if (flying.length === 0 && isLive && !isSending) return;
        clock.advance(10_000);
      }
      throw new Error('the desk did not come to rest');
    },
  };
}
