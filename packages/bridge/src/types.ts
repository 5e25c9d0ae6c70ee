/**
 * What a desktop shell gives the product (spec 1 §7), as ports: HTTP with a cookie jar, WebSockets that share it, a
 * clock and randomness. One `Bridge` belongs to one connection, so that nothing of one login can leave with another.
 */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpBody;
  readonly timeoutMs: number;
}
export type HttpBody =
  | { readonly type: 'none' }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'form'; readonly fields: Readonly<Record<string, string>> }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string };

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * One attempt, no retries (retry rules live in `connectors/kit/src/retry.ts`). Any HTTP status is a response. Cookies are read
 * from and written to the jar. Rejects with `BridgeError` only.
 */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResponse>;
}

export interface SocketOptions {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
}
export type SocketMessage =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'binary'; readonly bytes: Uint8Array };
export interface SocketClosed {
  readonly code: number;
  readonly reason: string;
}
/** Messages arrive in order; `closed` resolves exactly once, also when `close` is called here. */
export interface Socket {
  send(message: SocketMessage): void;
  onMessage(listener: (message: SocketMessage) => void): void;
  close(): void;
  readonly closed: Promise<SocketClosed>;
}
/** Resolves when the socket is open; rejects with `BridgeError`. Sends the jar's cookies with the handshake. */
export interface SocketFactory {
  open(options: SocketOptions): Promise<Socket>;
}

/** Cookies of one connection. `serialize` gives a string that `openCookieJar` takes back. It is secret. */
export interface CookieJar {
  get(url: string, name: string): string | null;
  set(url: string, name: string, value: string): void;
  serialize(): string;
}

/** Timers and time are inputs. `after` returns a cancel function; a sleeping timer never keeps the process alive. */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
}

export interface Bridge {
  readonly http: HttpClient;
  readonly sockets: SocketFactory;
  readonly cookies: CookieJar;
  readonly clock: Clock;
  /** A fresh UUID; the one source of randomness for keys. */
  readonly uuid: () => string;
  /** Aborts what is under way and closes every socket. */
  close(): Promise<void>;
}

/**
 * `timeout`: the time that the caller gave is over. `unreachable`: the operating system gave up connecting before that
 * (ETIMEDOUT). `proxy`: the connection's proxy gave no way to the target (the cause is a `ProxyFailure`); nothing went past it.
 */
export type BridgeErrorCode =
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
  | 'aborted'
  | 'handshake'
  | 'network'
  | 'proxy';

/** Everything that can go wrong below HTTP. `mayHaveReachedServer` is false only when no byte can have left. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;
  readonly mayHaveReachedServer: boolean;
  /** The HTTP status with which a server refused a WebSocket handshake; null for everything else. */
  readonly status: number | null;
  constructor(
    code: BridgeErrorCode,
    message: string,
    mayHaveReachedServer: boolean,
    cause?: unknown,
    status: number | null = null,
  ) {
    super(message, { cause });
    this.name = 'BridgeError';
    this.code = code;
    this.mayHaveReachedServer = mayHaveReachedServer;
    this.status = status;
  }
}
