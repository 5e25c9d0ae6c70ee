import { type Change, LIVE_PATH, type Moment } from '@pasar/api';
import type { Clock } from '../clock.ts';
import { createStore, type Readable, type Store } from '../store.ts';
import { fromWireFrame, type SetAside } from './frames.ts';
import { INITIAL_LIVE_STATE, type LiveEvent, type LiveState, reconnectDelay, reduceLive } from './live-state.ts';
import type { OpenSocket, Socket } from './socket.ts';

/** The server sends a frame at least every 10 s; after this silence the connection counts as dead. */
export const SILENCE_LIMIT_MS = 25_000;
const KEPT_ASIDE = 20;

export interface LiveStreamOptions {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: () => number;
  /** The newest change number that the client holds; read at every connect. */
  readonly since: () => number;
  /**
   * Runs before each socket and takes a snapshot when one is needed. False when the server did not answer; the stream
   * then waits and tries again. `isDoubtful`: the last socket closed before it opened. A browser does not tell why, so
   * a call must find out whether the session ended.
   */
  readonly prepare: (isDoubtful: boolean) => Promise<boolean>;
  readonly onChanges: (changes: readonly Change[], upTo: number) => void;
  /** A moment, such as typing, which has no change number. */
  readonly onMoment: (moment: Moment) => void;
  /** What the server says the time is, in milliseconds since the epoch. */
  readonly onTime: (serverTime: number) => void;
  /** A `reload` frame: the next `prepare` must take a snapshot. */
  readonly onReload: () => void;
  readonly onExpired: () => void;
}

/** Frames and changes that could not be read: their number, and the newest few. */
export interface Aside {
  readonly count: number;
  readonly newest: readonly SetAside[];
}

export interface LiveStream {
  readonly state: Readable<LiveState>;
  readonly aside: Readable<Aside>;
  start(): void;
  /** Reconnects now when offline, and cuts a connection that was silent too long (timers are late after a suspend). */
  wake(): void;
  /** Takes a snapshot: closes the socket, runs `prepare`, then connects again. */
  reload(): void;
  expire(): void;
  /** Says a text to the server while the connection is live; says nothing otherwise. */
  say(text: string): void;
  /** Stops for good: closes the socket and clears all timers. */
  stop(): void;
}

export const createLiveStream = (options: LiveStreamOptions): LiveStream => new Runner(options);

/** Holds at most one socket and one timer at a time. */
class Runner implements LiveStream {
  readonly state: Store<LiveState> = createStore<LiveState>(INITIAL_LIVE_STATE);
  readonly aside: Store<Aside> = createStore<Aside>({ count: 0, newest: [] });
  readonly #options: LiveStreamOptions;
  #socket: Socket | null = null;
  #cancelTimer = () => {};
  #lastHeardAt = 0;
  /** Number of the current attempt, so that a late answer of an abandoned attempt is recognised. */
  #generation = 0;
  /** Connections in a row that ended without a frame. */
  #failures = 0;
  /** Whether the last socket closed before it opened. */
  #isDoubtful = false;
  #isStopped = false;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#connect();
  }

  wake(): void {
    const current = this.state.get();
    const silentMs = this.#options.clock.now() - this.#lastHeardAt;
    if (current.state === 'live' && silentMs > SILENCE_LIMIT_MS) this.#lose();
    else if (current.state !== 'offline') return;
    this.#cancelTimer();
    this.#attempt();
  }

  reload(): void {
    this.#options.onReload();
    if (!this.#move({ event: 'reload', at: this.#options.clock.now() })) return;
    this.#dropSocket();
    void this.#connect();
  }

  expire(): void {
    if (!this.#move({ event: 'expired' })) return;
    this.#dropSocket();
    this.#options.onExpired();
  }

  say(text: string): void {
    if (this.state.get().state === 'live') this.#socket?.say(text);
  }

  stop(): void {
    this.#isStopped = true;
    this.#dropSocket();
  }

  async #connect(): Promise<void> {
    const generation = this.#generation;
    const isReady = await this.#options.prepare(this.#isDoubtful);
    if (this.#isStopped || generation !== this.#generation || this.state.get().state !== 'connecting') return;
    if (!isReady) {
      this.#lose();
      return;
    }
    this.#isDoubtful = true;
    this.#heard();
    this.#socket = this.#options.openSocket(`${LIVE_PATH}?since=${this.#options.since()}`, {
      onOpen: () => {
        this.#isDoubtful = false;
        this.#heard();
        this.#move({ event: 'opened' });
      },
      onText: (text) => {
        this.#failures = 0;
        this.#heard();
        this.#take(text);
      },
      onClosed: () => this.#lose(),
    });
  }

  #take(text: string): void {
    const read = fromWireFrame(text);
    if (read.unread.length > 0) this.#setAside(read.unread);
    if (read.kind === 'unread') return;
    switch (read.frame.type) {
      case 'changes':
        this.#options.onChanges(read.frame.changes, read.frame.upTo);
        break;
      case 'moment':
        this.#options.onMoment(read.frame.moment);
        break;
      case 'reload':
        this.reload();
        break;
      case 'expired':
        this.expire();
        break;
      case 'tick':
        this.#options.onTime(read.frame.serverTime);
        break;
    }
  }

  #setAside(unread: readonly Omit<SetAside, 'at'>[]): void {
    const at = this.#options.clock.now();
    this.aside.update(({ count, newest }) => ({
      count: count + unread.length,
      newest: [...newest, ...unread.map((item) => ({ ...item, at }))].slice(-KEPT_ASIDE),
    }));
  }

  #lose(): void {
    this.#dropSocket();
    const delay = reconnectDelay(this.#failures, this.#options.random);
    this.#failures += 1;
    const at = this.#options.clock.now();
    if (this.#move({ event: 'lost', at, nextAttemptAt: at + delay })) this.#schedule(delay, () => this.#attempt());
  }

  #attempt(): void {
    if (!this.#isStopped && this.#move({ event: 'attempt' })) void this.#connect();
  }

  #heard(): void {
    this.#lastHeardAt = this.#options.clock.now();
    this.#schedule(SILENCE_LIMIT_MS, () => this.#lose());
  }

  /** Moves to the next state; false when the state ignores the event. */
  #move(event: LiveEvent): boolean {
    const next = reduceLive(this.state.get(), event);
    if (next !== null) this.state.update(() => next);
    return next !== null;
  }

  #schedule(delayMs: number, task: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.after(delayMs, task);
  }

  #dropSocket(): void {
    this.#generation += 1;
    this.#cancelTimer();
    this.#socket?.close();
    this.#socket = null;
  }
}
