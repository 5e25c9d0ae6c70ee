import { type AccountId, OWN_LIMITS } from '@pasar/domain';
import pg from 'pg';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { ingest } from './ingest.ts';
import { type IngestItem, type OwnedConnection, ownerKey, UnstorableError } from './types.ts';

/** What became of a submitted group of items. */
export type Ingested = 'stored' | 'fenced';

interface Waiting {
  readonly items: readonly IngestItem[];
  readonly done: (outcome: Ingested) => void;
}

export interface BatcherOptions {
  readonly database: Database;
  readonly log: Logger;
  /** A connection's lease was found lost while writing in its name. */
  readonly onFenced: (owner: OwnedConnection) => void;
  /** Events of conversations that nobody has listed: the owner lists them and submits again. */
  readonly onUnknown: (items: readonly IngestItem[]) => void;
}

const RETRY_MS = 250;
/** PostgreSQL classes that say something about the data and not about the moment: 22 data, 23 integrity. */
const DATA_ERROR = /^(22|23)/;

/**
 * One writer an account: whatever arrives while a transaction runs goes into the next one, so that batches grow with the
 * load and nothing waits when there is none. A group is never split over two transactions in the wrong order.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #queues = new Map<AccountId, Waiting[]>();
  readonly #running = new Map<AccountId, Promise<void>>();
  #isClosed = false;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** Resolves when the items are committed, or set aside, or were refused because the lease is lost. */
  submit(accountId: AccountId, items: readonly IngestItem[]): Promise<Ingested> {
    if (items.length === 0) return Promise.resolve('stored');
    return new Promise((done) => {
      const queue = this.#queues.get(accountId) ?? [];
      queue.push({ items, done });
      this.#queues.set(accountId, queue);
      if (!this.#running.has(accountId)) {
        this.#running.set(accountId, this.#drain(accountId));
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running.values());
  }

  async #drain(accountId: AccountId): Promise<void> {
    for (;;) {
      const queue = this.#queues.get(accountId);
      if (!queue || queue.length === 0) {
        // at once: whoever submits next must find nobody running, and start.
        this.#running.delete(accountId);
        return;
      }
      const group: Waiting[] = [];
      let size = 0;
      while (queue[0] && (group.length === 0 || size + queue[0].items.length <= OWN_LIMITS.ingestBatchSize)) {
        const next = queue.shift();
        if (!next) break;
        group.push(next);
        size += next.items.length;
      }
      const fenced = await this.#write(
        accountId,
        group.flatMap((waiting) => waiting.items),
      );
      for (const waiting of group) {
        waiting.done(waiting.items.some((item) => fenced.has(ownerKey(item.owner))) ? 'fenced' : 'stored');
      }
    }
  }

  /** Stores all it can; a failing batch is halved until the items that cannot be stored stand alone. */
  async #write(accountId: AccountId, items: readonly IngestItem[]): Promise<Set<string>> {
    for (;;) {
      try {
        const result = await ingest(this.#options.database, accountId, items);
        for (const owner of result.fenced) this.#options.onFenced(owner);
        if (result.unknown.length > 0) this.#options.onUnknown(result.unknown);
        return new Set(result.fenced.map(ownerKey));
      } catch (error) {
        if (isDataError(error)) return this.#split(accountId, items, error);
        if (this.#isClosed) return new Set(items.map((item) => ownerKey(item.owner)));
        this.#options.log.warn({ accountId, items: items.length, error: String(error) }, 'ingest is retried');
        await new Promise((resume) => setTimeout(resume, RETRY_MS));
      }
    }
  }

  async #split(accountId: AccountId, items: readonly IngestItem[], error: unknown): Promise<Set<string>> {
    const [only] = items;
    if (items.length === 1 && only) {
      await this.#setAside(accountId, {
        connectionId: only.owner.connectionId,
        reason: `cannot be stored: ${error instanceof Error ? error.message : String(error)}`,
        bytes: Buffer.from(JSON.stringify({ ...only, owner: undefined })),
      });
      this.#options.log.error({ accountId, connectionId: only.owner.connectionId }, 'an item was set aside');
      return new Set();
    }
    const middle = Math.ceil(items.length / 2);
    const left = await this.#write(accountId, items.slice(0, middle));
    const right = await this.#write(accountId, items.slice(middle));
    return new Set([...left, ...right]);
  }

  /** Tried until the database takes it: what is not set aside would be lost. */
  async #setAside(accountId: AccountId, item: Parameters<typeof setAside>[2]): Promise<void> {
    for (;;) {
      try {
        return await setAside(this.#options.database, accountId, item);
      } catch (error) {
        this.#options.log.warn({ accountId, error: String(error) }, 'setting aside is retried');
        if (this.#isClosed) return;
        await new Promise((resume) => setTimeout(resume, RETRY_MS));
      }
    }
  }
}

const isDataError = (error: unknown): boolean =>
  error instanceof UnstorableError ||
  error instanceof ZodError ||
  (error instanceof pg.DatabaseError && DATA_ERROR.test(error.code ?? ''));

/** Keeps what could not be read or stored, with its reason; the same bytes of one connection once. */
export async function setAside(
  database: Database,
  accountId: AccountId,
  item: {
    readonly connectionId: string;
    readonly reason: string;
    readonly bytes: Uint8Array;
    readonly shopId?: string;
  },
): Promise<void> {
  await database.within(wholeAccount(accountId), (transaction) =>
    transaction.query(
      'insert into quarantine (account_id, connection_id, shop_id, reason, bytes) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [accountId, item.connectionId, item.shopId ?? null, item.reason.slice(0, 500), Buffer.from(item.bytes)],
    ),
  );
}
