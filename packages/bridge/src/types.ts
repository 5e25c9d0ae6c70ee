/**
 * The ports between the product and its environment, after the desktop shell of spec 1 §7: HTTP with a cookie jar,
 * WebSockets that share the jar, a clock and randomness. One `Bridge` belongs to one connection, so that logins never
 * share cookies or sockets.
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
 * One attempt, no retries (retry rules live in `connectors/kit/src/retry.ts`). Any HTTP status is a response. Reads and
 * writes the jar's cookies. Rejects with `BridgeError` only.
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

/** Cookies of one connection. `serialize` gives a string for `openCookieJar`; the string is secret. */
export interface CookieJar {
  get(url: string, name: string): string | null;
  set(url: string, name: string, value: string): void;
  serialize(): string;
}

/**
 * The only source of time and timers. `after` returns a cancel function; a waiting timer never keeps the process alive.
 */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
}

export interface Bridge {
  readonly http: HttpClient;
  readonly sockets: SocketFactory;
  readonly cookies: CookieJar;
  readonly clock: Clock;
  /** Makes a UUID; the only source of randomness for keys. */
  readonly uuid: () => string;
  /** Aborts every open request and closes every socket. */
  close(): Promise<void>;
}

/**
 * `timeout`: the time that the caller gave is over. `unreachable`: the operating system gave up connecting before that
 * (ETIMEDOUT). `proxy`: the connection's proxy opened no way to the target (the cause is a `ProxyFailure`), so no byte
 * went past the proxy.
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

/** Every failure below HTTP. `mayHaveReachedServer` is false only when no byte can have been sent. */
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
