import { type Change, LIVE_PATH } from '@pasar/api';
import type { Clock } from '../clock.ts';
import { createStore, type Readable } from '../store.ts';
import { fromWireFrame, type SetAside } from './frames.ts';
import { INITIAL_LIVE_STATE, type LiveEvent, type LiveState, reconnectDelay, reduceLive } from './live-state.ts';
import type { OpenSocket } from './socket.ts';

/** The server sends something at least every 10 s; after this long in silence the connection counts as dead. */
export const SILENCE_LIMIT_MS = 25_000;
const KEPT_ASIDE = 20;

export interface LiveStreamOptions {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: () => number;
  /** The newest change number the client holds; asked at every connect. */
  readonly since: () => number;
  /**
   * Runs before each socket: takes a snapshot when one is needed. False when the server could not be asked; the stream
   * then waits and tries again. `isDoubtful`: the last socket was turned away before it opened, and a browser does not
   * tell why; a call finds out whether the session ended.
   */
  readonly prepare: (isDoubtful: boolean) => Promise<boolean>;
  readonly onChanges: (changes: readonly Change[], upTo: number) => void;
  /** A `reload` frame: the next `prepare` must take a snapshot. */
  readonly onReload: () => void;
  readonly onExpired: () => void;
}

/** What could not be read so far: how often, and the newest few. */
export interface Aside {
  readonly count: number;
  readonly newest: readonly SetAside[];
}

export interface LiveStream {
  readonly state: Readable<LiveState>;
  readonly aside: Readable<Aside>;
  start(): void;
  /** Tries now when offline, and cuts a connection that has been silent too long (after sleep timers are late). */
  wake(): void;
  /** A snapshot is needed: the socket is closed, `prepare` runs, then a socket resumes. */
  reload(): void;
  expire(): void;
  /** For good: closes the socket and all timers. */
  stop(): void;
}

/** The stream's own moving parts: one socket and at most one timer at a time. */
interface Connection {
  socket: { close(): void } | null;
  cancelTimer: () => void;
  lastHeardAt: number;
  /** Counts attempts, so that a late answer of an abandoned one is known. */
  generation: number;
  /** Connections in a row that ended without a frame. */
  failures: number;
  isDoubtful: boolean;
  isStopped: boolean;
}

export function createLiveStream(options: LiveStreamOptions): LiveStream {
  const { clock } = options;
  const state = createStore<LiveState>(INITIAL_LIVE_STATE);
  const aside = createStore<Aside>({ count: 0, newest: [] });
  const own: Connection = {
    socket: null,
    cancelTimer: () => {},
    lastHeardAt: 0,
    generation: 0,
    failures: 0,
    isDoubtful: false,
    isStopped: false,
  };

  /** False when the state does not take the event. */
  const move = (event: LiveEvent): boolean => {
    const next = reduceLive(state.get(), event);
    if (next !== null) state.update(() => next);
    return next !== null;
  };
  const schedule = (delayMs: number, task: () => void) => {
    own.cancelTimer();
    own.cancelTimer = clock.after(delayMs, task);
  };
  const dropSocket = () => {
    own.generation += 1;
    own.cancelTimer();
    own.socket?.close();
    own.socket = null;
  };

  const lose = () => {
    dropSocket();
    const delay = reconnectDelay(own.failures, options.random);
    own.failures += 1;
    const at = clock.now();
    if (move({ event: 'lost', at, nextAttemptAt: at + delay })) schedule(delay, attempt);
  };
  const attempt = () => {
    if (!own.isStopped && move({ event: 'attempt' })) void connect();
  };
  async function connect(): Promise<void> {
    const generation = own.generation;
    const isReady = await options.prepare(own.isDoubtful);
    if (own.isStopped || generation !== own.generation || state.get().state !== 'connecting') return;
    if (!isReady) {
      lose();
      return;
    }
    own.isDoubtful = true;
    heard();
    own.socket = options.openSocket(`${LIVE_PATH}?since=${options.since()}`, {
      onOpen: () => {
        own.isDoubtful = false;
        heard();
        move({ event: 'opened' });
      },
      onText: (text) => {
        own.failures = 0;
        heard();
        take(text);
      },
      onClosed: lose,
    });
  }
  const heard = () => {
    own.lastHeardAt = clock.now();
    schedule(SILENCE_LIMIT_MS, lose);
  };

  function take(text: string): void {
    const read = fromWireFrame(text);
    if (read.unread.length > 0) setAside(read.unread);
    if (read.kind === 'unread') return;
    switch (read.frame.type) {
      case 'changes':
        options.onChanges(read.frame.changes, read.frame.upTo);
        break;
      case 'reload':
        reload();
        break;
      case 'expired':
        expire();
        break;
      case 'tick':
        break;
    }
  }
  const setAside = (unread: readonly Omit<SetAside, 'at'>[]) => {
    const at = clock.now();
    aside.update(({ count, newest }) => ({
      count: count + unread.length,
      newest: [...newest, ...unread.map((item) => ({ ...item, at }))].slice(-KEPT_ASIDE),
    }));
  };
  const reload = () => {
    options.onReload();
    if (!move({ event: 'reload', at: clock.now() })) return;
    dropSocket();
    void connect();
  };
  const expire = () => {
    if (!move({ event: 'expired' })) return;
    dropSocket();
    options.onExpired();
  };

  return {
    state,
    aside,
    start: () => void connect(),
    wake() {
      const current = state.get();
      if (current.state === 'offline') {
        own.cancelTimer();
        attempt();
      } else if (current.state === 'live' && clock.now() - own.lastHeardAt > SILENCE_LIMIT_MS) {
        lose();
        own.cancelTimer();
        attempt();
      }
    },
    reload,
    expire,
    stop() {
      own.isStopped = true;
      dropSocket();
    },
  };
}
