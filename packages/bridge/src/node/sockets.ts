import type { ClientRequestArgs } from 'node:http';
import { Socket as TcpSocket } from 'node:net';
import type { Duplex } from 'node:stream';
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
import type { Connector } from './connector.ts';
import type { HeaderCookieJar } from './cookies.ts';
import { toBridgeError } from './errors.ts';
import { type OnExchange, timeExchange } from './exchange.ts';

/** A larger frame is the server's fault; ws closes such a socket with 1009. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** How long the server may take to answer a close frame before the connection is cut. Milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface ClosableSocketFactory extends SocketFactory {
  close(): Promise<void>;
}

export interface SocketFactoryOptions {
  readonly cookies: HeaderCookieJar;
  readonly clock: Clock;
  readonly connector: Connector;
  /** The least time for opening: a socket with a shorter limit gets this. Milliseconds. */
  readonly minTimeoutMs: number;
  readonly onExchange: OnExchange;
}

/** Opens WebSockets of one connection with the jar's cookies, and stores the cookies of their handshakes. */
export function createSocketFactory(factory: SocketFactoryOptions): ClosableSocketFactory {
  const open = new Set<WebSocket>();
  let isClosed = false;
  return {
    async open(options) {
      if (isClosed) throw new BridgeError('aborted', 'the bridge is closed', false);
      const tell = timeExchange(options.url, factory.clock, factory.onExchange);
      const { ws, hasConnected } = startHandshake(options, factory);
      open.add(ws);
      const gone = whenClosed(ws);
      void gone.then(() => open.delete(ws));
      const inbox = new Inbox(ws);
      try {
        await whenOpen({ ws, hasConnected, isClosed: () => isClosed, options, ...factory });
      } catch (error) {
        // An HTTP status instead of a socket is also an answer.
        if (error instanceof BridgeError) tell(error.code === 'handshake' ? null : error.code);
        throw error;
      }
      tell(null);
      return toSocket(ws, inbox, gone);
    },
    async close() {
      isClosed = true;
      const gone = [...open].map(whenClosed);
      for (const ws of open) ws.terminate();
      factory.connector.close();
      await Promise.all(gone);
    },
  };
}

interface Handshake {
  readonly ws: WebSocket;
  /** Whether the handshake's connection is open: before that, no byte can have been sent. */
  readonly hasConnected: () => boolean;
}

function startHandshake(options: SocketOptions, { cookies, connector }: SocketFactoryOptions): Handshake {
  const cookie = cookies.header(options.url);
  const isSecure = /^(wss|https):/i.test(options.url);
  let isConnected = false;
  // Node's http takes the socket from this callback. Without an agent there is no other way to supply a socket.
  const createConnection = (
    args: ClientRequestArgs,
    done: (error: Error | null, socket: Duplex) => void,
  ): undefined => {
    const port = String(args.port ?? '');
    connector.connect(
      { hostname: args.host ?? '', host: hostOf(options.url), port, protocol: isSecure ? 'https:' : 'http:' },
      (error, socket) => {
        // The type requires a socket, although it is ignored beside an error.
        if (error !== null) return done(error, new TcpSocket());
        isConnected = true;
        done(null, socket);
      },
    );
  };
  // A variable, because the published types of ws lack closeTimeout.
  const handshake = {
    headers: cookie === null ? { ...options.headers } : { ...options.headers, cookie },
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_FRAME_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
    createConnection,
  };
  try {
    return { ws: new WebSocket(options.url, [...options.protocols], handshake), hasConnected: () => isConnected };
  } catch (error) {
    throw toBridgeError(error, false);
  }
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

const whenClosed = (ws: WebSocket): Promise<SocketClosed> =>
  new Promise((resolve) => {
    if (ws.readyState === WebSocket.CLOSED) return resolve({ code: 1006, reason: '' });
    ws.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
  });

interface Opening extends Handshake, SocketFactoryOptions {
  readonly options: SocketOptions;
  readonly isClosed: () => boolean;
}

function whenOpen({ ws, hasConnected, isClosed, options, cookies, clock, minTimeoutMs }: Opening): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: BridgeError): void => {
      cancelTimeout();
      ws.terminate();
      reject(error);
    };
    const cancelTimeout = clock.after(Math.max(options.connectTimeoutMs, minTimeoutMs), () =>
      fail(new BridgeError('timeout', 'the socket did not open in time', hasConnected())),
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
    const closedByUs = (): BridgeError => new BridgeError('aborted', 'the bridge was closed', hasConnected());
    // Stays for the life of the socket, as every later error is followed by `close`, which the owner watches.
    ws.on('error', (error) => fail(isClosed() ? closedByUs() : toBridgeError(error, hasConnected())));
    ws.once('close', () => fail(closedByUs()));
  });
}

/** Keeps messages that arrive before the owner calls `onMessage`, so that none is lost. */
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
        // A failed write means a dead connection: terminating it tells the owner through `closed`.
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
