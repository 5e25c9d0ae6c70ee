import { type Backoff, backoffMs } from './backoff.ts';
import type { ClientSession, SessionEnd } from './client-session.ts';
import type { DialPort, RandomPort, SocketPort } from './ports.ts';
import type { Timers } from './timers.ts';
import type { Tokens } from './tokens.ts';

/**
 * One shop's socket. `open` keeps a socket open: it opens another whenever one ends. `connect` opens a socket once.
 *
 *   open:     idle -> dialling -> open -> (ended) waiting -> dialling -> ...
 *                            \-> (failed) waiting            any -> stopped
 *   connect:  idle -> dialling -> open -> ended              ended -> dialling: only when `connect` is called again
 *                            \-> (failed) idle               any -> stopped
 */
export type ConnectionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'dialling'; readonly attempt: number }
  | { readonly kind: 'open'; readonly session: ClientSession }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly delayMs: number; readonly why: string }
  /** A socket that `connect` opened has closed; another is opened only on request. */
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  /** Final: `close` was called, or only a person can log in again. */
  | { readonly kind: 'stopped'; readonly why: 'closed' | 'loginNeeded' };

/** The result of `connect`. */
export type Opened =
  | { readonly kind: 'open'; readonly session: ClientSession }
  | { readonly kind: 'failed'; readonly detail: string }
  /** Only a person can log in again. */
  | { readonly kind: 'loginNeeded'; readonly detail: string }
  | { readonly kind: 'stopped' };

export interface ConnectionParts {
  readonly dialler: DialPort;
  readonly dialTimeoutMs: number;
  readonly backoff: Backoff;
  readonly timers: Timers;
  readonly random: RandomPort;
  readonly tokens: Tokens;
  /** Starts a session on a new socket; `ended` is called once when it is over. */
  readonly start: (socket: SocketPort, ended: (end: SessionEnd) => void) => ClientSession;
  readonly changed: (state: ConnectionState) => void;
}

export interface Connection {
  readonly state: () => ConnectionState;
  readonly session: () => ClientSession | null;
  /** Keeps a socket open until `close`. */
  open(): void;
  /** Gives the open socket, or opens one in at most two attempts; callers in the meantime share the answer. */
  connect(): Promise<Opened>;
  /** The server has answered: the next loss restarts the back-off from its shortest pause. */
  proven(): void;
  /** Closes the present socket. */
  hangUp(): void;
  close(): void;
}

const textOf = (end: SessionEnd): string => (end.kind === 'lost' ? `lost (${end.closed.code})` : end.kind);

export function createConnection(parts: ConnectionParts): Connection {
  const { timers, tokens } = parts;
  let state: ConnectionState = { kind: 'idle' };
  let attempt = 0;
  let isKept = false;
  let connecting: Promise<Opened> | null = null;

  const to = (next: ConnectionState): void => {
    state = next;
    parts.changed(next);
  };
  const isStopped = (): boolean => state.kind === 'stopped';

  const wait = (why: string): void => {
    if (isStopped()) return;
    const delayMs = backoffMs(parts.backoff, attempt, parts.random);
    to({ kind: 'waiting', attempt, delayMs, why });
    attempt += 1;
    timers.after(delayMs, () => void dial());
  };

  const over = (end: SessionEnd): void => {
    if (isKept) wait(textOf(end));
    else if (!isStopped()) to({ kind: 'ended', end });
  };

  /** Makes one handshake. A refused token is renewed, and `failed` has `hasNewToken`. */
  const knock = async (): Promise<Opened & { readonly hasNewToken?: boolean }> => {
    to({ kind: 'dialling', attempt });
    const token = tokens.current();
    const result = await parts.dialler.dial(parts.dialTimeoutMs);
    if (isStopped()) {
      if (result.kind === 'open') result.socket.close();
      return { kind: 'stopped' };
    }
    if (result.kind === 'failed') return result;
    if (result.kind === 'open') {
      const session = parts.start(result.socket, over);
      to({ kind: 'open', session });
      return { kind: 'open', session };
    }
    const renewed = await tokens.renew(token);
    if (isStopped()) return { kind: 'stopped' };
    if (renewed.kind === 'denied') return { kind: 'loginNeeded', detail: renewed.detail };
    return { kind: 'failed', detail: 'token refused', hasNewToken: renewed.kind === 'renewed' };
  };

  const dial = async (): Promise<void> => {
    if (isStopped()) return;
    const opened = await knock();
    if (opened.kind === 'loginNeeded') to({ kind: 'stopped', why: 'loginNeeded' });
    else if (opened.kind === 'failed') wait(opened.detail);
  };

  const connectOnce = async (): Promise<Opened> => {
    if (isStopped()) return { kind: 'stopped' };
    const first = await knock();
    const opened = first.hasNewToken === true ? await knock() : first;
    if (opened.kind === 'failed' || opened.kind === 'loginNeeded') to({ kind: 'idle' });
    return opened;
  };

  return {
    state: () => state,
    session: () => (state.kind === 'open' ? state.session : null),
    open: () => {
      if (isKept || state.kind === 'dialling') return;
      isKept = true;
      if (state.kind === 'idle' || state.kind === 'ended') void dial();
    },
    connect: () => {
      if (state.kind === 'open') return Promise.resolve(state);
      if (isKept) return Promise.resolve({ kind: 'failed', detail: 'is opened again by itself' });
      connecting ??= connectOnce().finally(() => {
        connecting = null;
      });
      return connecting;
    },
    proven: () => {
      attempt = 0;
    },
    hangUp: () => {
      if (state.kind === 'open') state.session.close();
    },
    close: () => {
      if (isStopped()) return;
      const { session } = state.kind === 'open' ? state : { session: null };
      to({ kind: 'stopped', why: 'closed' });
      session?.close();
    },
  };
}
