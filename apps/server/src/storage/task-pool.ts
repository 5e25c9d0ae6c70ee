import { Socket } from 'node:net';
import pg from 'pg';
import { connectionAs } from './database.ts';
import { CONNECTED_WITHIN_MS } from './reconnect.ts';

/** How long the database may take to answer a statement of the task library: all of them are small (our choice). */
const ANSWERED_WITHIN_MS = 10_000;

/** Connections of the engine's role for the library that runs tasks. */
export interface TaskPool {
  readonly pool: pg.Pool;
  /** Ends all connections at once, whatever the database does. Resolves when their sockets are closed. */
  destroy(): Promise<void>;
}

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  /** Absent where there is no client. */
  release?: (broken?: unknown) => void,
) => void;

/**
 * When the library is closed while its LISTEN waits for an answer, it gives the connection back twice. A pool of pg
 * rejects the second time, and the library does not catch that.
 */
class ForgivingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (onConnected === undefined) return super.connect();
    super.connect((error, client, release) => {
      if (client === undefined) return onConnected(error, client);
      let isReleased = false;
      onConnected(error, client, (broken) => {
        if (!isReleased) release(broken);
        isReleased = true;
      });
    });
    return undefined;
  }
}

export function openTaskPool(config: pg.ClientConfig, size: number): TaskPool {
  const sockets = new Set<Socket>();
  const pool = new ForgivingPool({
    ...connectionAs(config, 'pasar_engine'),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    max: size,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    query_timeout: ANSWERED_WITHIN_MS,
  });
  // The statement that waits for an answer, or the next one, reports a fault of the connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    async destroy() {
      // Not awaited: it resolves when the library has given back its connections, which may pause before that.
      void pool.end();
      await Promise.all([...sockets].map((socket) => new Promise((closed) => socket.once('close', closed).destroy())));
    },
  };
}
