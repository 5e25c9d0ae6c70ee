import type { LiveFrame } from '@pasar/api';
import type { OpenSocket, SocketHandlers } from '../live/socket.ts';

export interface FakeSocket {
  readonly path: string;
  readonly since: number;
  isClosed: boolean;
  /** What the client has said on it. */
  readonly said: string[];
  open(): void;
  send(frame: LiveFrame): void;
  sendText(text: string): void;
  /** Ends the socket, as the server or the network would. */
  cut(): void;
}

/** Sockets that the test opens, feeds and cuts. */
export interface FakeSockets {
  readonly openSocket: OpenSocket;
  readonly all: readonly FakeSocket[];
  /** The newest socket, if the client has not closed it. */
  current(): FakeSocket | null;
}

export function createFakeSockets(onCreated: (socket: FakeSocket) => void = () => {}): FakeSockets {
  const all: FakeSocket[] = [];
  const openSocket: OpenSocket = (path, handlers: SocketHandlers) => {
    const alive = (run: () => void) => {
      if (!socket.isClosed) run();
    };
    const socket: FakeSocket = {
      path,
      since: Number(new URLSearchParams(path.slice(path.indexOf('?'))).get('since')),
      isClosed: false,
      said: [],
      open: () => alive(handlers.onOpen),
      send: (frame) => alive(() => handlers.onText(JSON.stringify(frame))),
      sendText: (text) => alive(() => handlers.onText(text)),
      cut: () =>
        alive(() => {
          socket.isClosed = true;
          handlers.onClosed();
        }),
    };
    all.push(socket);
    onCreated(socket);
    return {
      say: (text) => alive(() => socket.said.push(text)),
      close() {
        socket.isClosed = true;
      },
    };
  };
  return {
    openSocket,
    all,
    current: () => {
      const last = all.at(-1);
      return last === undefined || last.isClosed ? null : last;
    },
  };
}
