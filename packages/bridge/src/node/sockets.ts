import { WebSocket } from 'ws';
import {
  BridgeError,
  type Clock,
  type Socket,
  type SocketClosed,
  type SocketFactory,
  type SocketMessage,
  type SocketOptions,
} from '../types.ts';
import type { HeaderCookieJar } from './cookies.ts';
import { toBridgeError } from './errors.ts';

/** A frame above this is a fault of the other side; ws closes such a socket with 1009. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** How long a peer may take to answer our close before the connection is cut. Milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface ClosableSocketFactory extends SocketFactory {
  close(): Promise<void>;
}

/** WebSockets of one connection, with the jar's cookies; the cookies that a handshake sets are kept. */
export function createSocketFactory(cookies: HeaderCookieJar, clock: Clock): ClosableSocketFactory {
  const open = new Set<WebSocket>();
  let isClosed = false;
  return {
    async open(options) {
      if (isClosed) throw new BridgeError('aborted', 'the bridge is closed', false);
      const ws = startHandshake(options, cookies);
      open.add(ws);
      const gone = whenClosed(ws);
      void gone.then(() => open.delete(ws));
      const inbox = new Inbox(ws);
      await whenOpen(ws, options, cookies, clock);
      return toSocket(ws, inbox, gone);
    },
    async close() {
      isClosed = true;
      const gone = [...open].map(whenClosed);
      for (const ws of open) ws.terminate();
      await Promise.all(gone);
    },
  };
}

function startHandshake(options: SocketOptions, cookies: HeaderCookieJar): WebSocket {
  const cookie = cookies.header(options.url);
  // A variable, because the published types of ws lack closeTimeout.
  const handshake = {
    headers: cookie === null ? { ...options.headers } : { ...options.headers, cookie },
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_FRAME_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
  try {
    return new WebSocket(options.url, [...options.protocols], handshake);
  } catch (error) {
    throw toBridgeError(error, false);
  }
}

const whenClosed = (ws: WebSocket): Promise<SocketClosed> =>
  new Promise((resolve) => {
    if (ws.readyState === WebSocket.CLOSED) return resolve({ code: 1006, reason: '' });
    ws.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
  });

function whenOpen(ws: WebSocket, options: SocketOptions, cookies: HeaderCookieJar, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: BridgeError): void => {
      cancelTimeout();
      ws.terminate();
      reject(error);
    };
    const cancelTimeout = clock.after(options.connectTimeoutMs, () =>
      fail(new BridgeError('timeout', 'the socket did not open in time', true)),
    );
    ws.once('upgrade', (response) => cookies.accept(options.url, response.headers['set-cookie'] ?? []));
    ws.once('unexpected-response', (_request, response) => {
      cookies.accept(options.url, response.headers['set-cookie'] ?? []);
      response.resume();
      const status = response.statusCode ?? 0;
      fail(new BridgeError('handshake', `the handshake was answered with HTTP ${status}`, true, undefined, status));
    });
    ws.once('open', () => {
      cancelTimeout();
      resolve();
    });
    // Stays for the life of the socket: every error is followed by `close`, which is what the owner watches.
    ws.on('error', (error) => fail(toBridgeError(error, !isConnectFailure(error))));
    ws.once('close', () => fail(new BridgeError('aborted', 'the socket was closed while opening', true)));
  });
}

const isConnectFailure = (error: Error): boolean =>
  ['refused', 'dns', 'tls'].includes(toBridgeError(error, false).code);

/** Keeps messages that arrive before the owner listens, so that none is lost between `open` and `onMessage`. */
class Inbox {
  #waiting: SocketMessage[] = [];
  #listener: ((message: SocketMessage) => void) | null = null;

  constructor(ws: WebSocket) {
    ws.on('message', (data, isBinary) => {
      const message = fromWire(data, isBinary);
      if (this.#listener === null) this.#waiting.push(message);
      else this.#listener(message);
    });
  }

  deliverTo(listener: (message: SocketMessage) => void): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) listener(message);
  }

  stop(): void {
    this.#waiting = [];
    this.#listener = () => undefined;
  }
}

function fromWire(data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean): SocketMessage {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data;
  return isBinary ? { type: 'binary', bytes } : { type: 'text', text: bytes.toString('utf8') };
}

function toSocket(ws: WebSocket, inbox: Inbox, closed: Promise<SocketClosed>): Socket {
  return {
    closed,
    send(message) {
      if (ws.readyState !== WebSocket.OPEN) throw new BridgeError('reset', 'the socket is not open', false);
      ws.send(message.type === 'text' ? message.text : message.bytes, (error) => {
        // A failed write means a dead connection: cutting it tells the owner through `closed`.
        if (error) ws.terminate();
      });
    },
    onMessage: (listener) => inbox.deliverTo(listener),
    close() {
      inbox.stop();
      ws.close(1000);
    },
  };
}
