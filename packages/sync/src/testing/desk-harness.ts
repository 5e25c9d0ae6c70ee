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

/** A call under way. The test decides when the server handles it and when, or whether, its answer arrives. */
export interface FlyingCall {
  readonly call: Call;
  readonly input: unknown;
  handled: CallResult<unknown> | null;
  readonly land: (result: CallResult<unknown>) => void;
}

/** A desk whose network is moved by hand. */
export interface DeskHarness {
  readonly desk: Desk;
  readonly server: ModelServer;
  readonly sockets: FakeSockets;
  readonly clock: ManualClock;
  readonly notices: readonly Notice[];
  readonly flying: readonly FlyingCall[];
  /** The server reads and changes its state for this call. */
  handle(index: number): void;
  /** Its answer arrives; handled first when it was not. */
  answer(index: number): void;
  /** It is lost: before or after the server handled it. */
  lose(index: number): void;
  /** It comes to this, and the server never saw it. */
  fail(index: number, failure: CallFailure): void;
  /** Sends the next `count` changes on the socket; `back` of those already sent go first, again. */
  deliver(count: number, back?: number, isReversed?: boolean): void;
  /** Everything under way is answered and delivered, offline waits included. */
  settle(): Promise<void>;
}

/** Lets every promise that can go on do so. */
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
    pictures,
    onExpired: () => {},
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
