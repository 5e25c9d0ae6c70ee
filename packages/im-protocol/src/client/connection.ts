import { type Backoff, backoffMs } from './backoff.ts';
import type { ClientSession, SessionEnd } from './client-session.ts';
import type { DialPort, RandomPort, SocketPort } from './ports.ts';
import type { Timers } from './timers.ts';
import type { Tokens } from './tokens.ts';

/**
 * One shop's socket, opened again whenever it ends.
 *
 *   idle -> dialling -> open -> (ended) waiting -> dialling -> ...
 *                  \-> (failed) waiting            any -> stopped
 */
export type ConnectionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'dialling'; readonly attempt: number }
  | { readonly kind: 'open'; readonly session: ClientSession }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly delayMs: number; readonly why: string }
  /** For good: `close` was called, or only a person can log in again. */
  | { readonly kind: 'stopped'; readonly why: 'closed' | 'loginNeeded' };

export interface ConnectionParts {
  readonly dialler: DialPort;
  readonly dialTimeoutMs: number;
  readonly backoff: Backoff;
  readonly timers: Timers;
  readonly random: RandomPort;
  readonly tokens: Tokens;
  /** Starts a session on a fresh socket; `ended` is called once when it is over. */
  readonly start: (socket: SocketPort, ended: (end: SessionEnd) => void) => ClientSession;
  readonly changed: (state: ConnectionState) => void;
}

export interface Connection {
  readonly state: () => ConnectionState;
  readonly session: () => ClientSession | null;
  open(): void;
  /** The other side works: the next loss starts the back-off anew. */
  proven(): void;
  /** Gives the present socket up, as when it has gone silent. */
  reconnect(): void;
  close(): void;
}

const textOf = (end: SessionEnd): string => (end.kind === 'lost' ? `lost (${end.closed.code})` : end.kind);

export function createConnection(parts: ConnectionParts): Connection {
  const { timers, tokens } = parts;
  let state: ConnectionState = { kind: 'idle' };
  let attempt = 0;

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

  const adopt = (socket: SocketPort): void => {
    const session = parts.start(socket, (end) => wait(textOf(end)));
    to({ kind: 'open', session });
  };

  const dial = async (): Promise<void> => {
    if (isStopped()) return;
    to({ kind: 'dialling', attempt });
    const token = tokens.current();
    const result = await parts.dialler.dial(parts.dialTimeoutMs);
    if (isStopped()) {
      if (result.kind === 'open') result.socket.close();
      return;
    }
    switch (result.kind) {
      case 'open':
        adopt(result.socket);
        return;
      case 'failed':
        wait(result.detail);
        return;
      case 'tokenRefused': {
        const renewed = await tokens.renew(token);
        if (renewed.kind === 'denied' && !isStopped()) to({ kind: 'stopped', why: 'loginNeeded' });
        else wait('token refused');
      }
    }
  };

  return {
    state: () => state,
    session: () => (state.kind === 'open' ? state.session : null),
    open: () => {
      if (state.kind === 'idle') void dial();
    },
    proven: () => {
      attempt = 0;
    },
    reconnect: () => {
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
