/**
 * What a client session needs of the outside. Owned by the caller: the session closes the socket it was given, and
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
  /** Throws when the socket is not open: then nothing left, and `closed` says why. */
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
