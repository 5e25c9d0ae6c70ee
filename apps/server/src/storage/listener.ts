import { Socket } from 'node:net';
import pg from 'pg';
import { CONNECTED_WITHIN_MS, reconnectWaitMs } from './reconnect.ts';

/**
 * How long after its last answer a connection is tested, and how long the database may take to answer. Milliseconds.
 */
export interface ListenerTiming {
  readonly testEveryMs: number;
  readonly answeredWithinMs: number;
}
/** Our choice. */
const TIMING: ListenerTiming = { testEveryMs: 5_000, answeredWithinMs: 5_000 };

/**
 * One connection that waits for NOTIFY on a channel. When it breaks, or the database stops answering, it is replaced;
 * there is at most one connection and one timer at any time.
 */
export class Listener {
  readonly #settings: pg.ClientConfig;
  readonly #channel: string;
  readonly #onNotify: (payload: string) => void;
  readonly #timing: ListenerTiming;
  #socket = new Socket();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(
    settings: pg.ClientConfig,
    channel: string,
    onNotify: (payload: string) => void,
    timing: ListenerTiming = TIMING,
  ) {
    this.#timing = timing;
    this.#settings = settings;
    this.#channel = channel;
    this.#onNotify = onNotify;
  }

  /** @throws the error of the first attempt, which is not repeated. */
  async open(): Promise<void> {
    const socket = new Socket();
    this.#socket = socket;
    const client = new pg.Client({
      ...this.#settings,
      stream: () => socket,
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
      query_timeout: this.#timing.answeredWithinMs,
    });
    client.on('notification', ({ payload }) => {
      if (!this.#isClosed) this.#onNotify(payload ?? '');
    });
    // For a connected client, every error is followed by `end`, which is handled below.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    // Attached after the client has connected, because a failed attempt emits `end`, too.
    client.once('end', () => this.#reopenLater());
    this.#failures = 0;
    this.#testLater(client, socket);
  }

  /** Does not wait for the database, which may be frozen. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket.closed) return;
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.destroy();
    await closed;
  }

  #testLater(client: pg.Client, socket: Socket): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.#testLater(client, socket),
        () => socket.destroy(),
      );
    }, this.#timing.testEveryMs);
  }

  #reopenLater(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.open().then(
        // An empty payload: notifications may have been missed meanwhile.
        () => this.#onNotify(''),
        () => this.#reopenLater(),
      );
    }, reconnectWaitMs(this.#failures));
    this.#failures += 1;
  }
}
