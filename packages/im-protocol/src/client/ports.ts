/**
 * The outside parts that a client session uses. The caller owns them; the session closes the socket it was given, and
 * cancels every timer it started.
 */
export type SocketMessage =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'binary'; readonly bytes: Uint8Array };
export interface SocketClosed {
  readonly code: number;
  readonly reason: string;
}
/** An open WebSocket. Messages arrive in order; `closed` resolves exactly once, also after `close`. */
export interface SocketPort {
  /** Throws when the socket is not open: then nothing was sent, and `closed` has the reason. */
  send(message: SocketMessage): void;
  onMessage(listener: (message: SocketMessage) => void): void;
  close(): void;
  readonly closed: Promise<SocketClosed>;
}
/** Milliseconds since the epoch, and timers; `after` returns a cancel function. */
export interface ClockPort {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
}
export interface RandomPort {
  /** A number in [0, 1). */
  next(): number;
}

/** One request of the HTTP twin (facts §4.6). */
export interface PostRequest {
  /** The path relative to the token call's apiUrl. */
  readonly path: string;
  readonly contentType: 'application/x-protobuf';
  readonly bytes: Uint8Array;
  /** After this time the port gives up and answers `lost`. */
  readonly timeoutMs: number;
}
export type PostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly bytes: Uint8Array }
  /** No byte was sent for certain. */
  | { readonly kind: 'notSent'; readonly detail: string }
  | { readonly kind: 'lost'; readonly detail: string };
export interface PostPort {
  /** Never rejects. */
  post(request: PostRequest): Promise<PostResult>;
}

export type DialResult =
  | { readonly kind: 'open'; readonly socket: SocketPort }
  /** The gateway refused the handshake because of its token. */
  | { readonly kind: 'tokenRefused' }
  | { readonly kind: 'failed'; readonly detail: string };
export interface DialPort {
  /** Opens a socket with the current token; never rejects. */
  dial(timeoutMs: number): Promise<DialResult>;
}

export type RefreshResult =
  | { readonly kind: 'renewed' }
  /** Only a person can log in again. */
  | { readonly kind: 'denied'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };
export interface TokenPort {
  current(): string;
  /** Renews the token; after `renewed`, `current` is another token. Never rejects. Called one at a time. */
  refresh(): Promise<RefreshResult>;
}
