import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { logEvent } from '../log.ts';
import { reasonOf } from '../startup-error.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { CONNECTED_WITHIN_MS, reconnectWaitMs } from './reconnect.ts';

/** Held by the one server that may use an embedded database, as long as its database connection lives. */
const OWNER_LOCK = 6_402_002;

/** Holds the lock on an embedded database, and restarts the database when it ends while the server lives. */
export class EmbeddedKeeper {
  readonly #embedded: EmbeddedPostgres;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #owner: pg.Client | null = null;
  #restart: Promise<void> = Promise.resolve();

  constructor(embedded: EmbeddedPostgres, log: Logger) {
    this.#embedded = embedded;
    this.#log = log;
  }

  /** False when another copy of Pasar holds the lock. @throws the database's error */
  async take(): Promise<boolean> {
    const client = new pg.Client({ ...this.#embedded.connection, connectionTimeoutMillis: CONNECTED_WITHIN_MS });
    let reason = 'its connection ended';
    client.on('error', (error) => {
      reason = reasonOf(error);
    });
    await client.connect();
    const locked = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK]);
    if (!locked.rows[0]?.mine) {
      await client.end();
      return false;
    }
    this.#owner = client;
    client.once('end', () => {
      this.#owner = null;
      if (!this.#stopping.signal.aborted) this.#restart = this.#startAgain(reason);
    });
    return true;
  }

  /** Stops the database, unless another copy of Pasar has taken it over. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restart;
    const isOurs = this.#owner !== null || (await this.take().catch(() => true));
    await this.#owner?.end();
    if (isOurs) await this.#embedded.stop();
  }

  /** Never rejects; each reason for a failed attempt is logged once. */
  async #startAgain(reason: string): Promise<void> {
    const { signal } = this.#stopping;
    logEvent(this.#log, 'embedded_database_ended', { reason });
    let known = '';
    for (let failures = 0; !signal.aborted; failures += 1) {
      const failure = await this.#tryAgain();
      if (failure === null) {
        logEvent(this.#log, 'embedded_database_back');
        return;
      }
      if (failure !== known) logEvent(this.#log, 'embedded_database_not_started', { reason: failure });
      known = failure;
      // Rejects only when the keeper stops.
      await sleep(reconnectWaitMs(failures), null, { signal }).catch(() => undefined);
    }
  }

  /** Null when the database runs and this server holds its lock; otherwise the reason. */
  async #tryAgain(): Promise<string | null> {
    try {
      await this.#embedded.revive();
      return (await this.take()) ? null : 'another copy of Pasar uses it';
    } catch (error) {
      return reasonOf(error);
    }
  }
}
