import { type AccountId, type ConnectionId, OWN_LIMITS } from '@pasar/domain';
import pg from 'pg';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { logEvent, logFailure } from '../../log.ts';
import { AutoReplyRules } from '../../records/auto-reply.ts';
import { type QuarantinedItem, setAside } from '../../records/quarantine.ts';
import type { Database } from '../../storage/database.ts';
import { UnstorableError } from '../../storage/storable.ts';
import { ingest } from './ingest.ts';
import type { Answering } from './plan-answers.ts';
import { type IngestItem, type OwnedConnection, ownerKey } from './types.ts';
import { UnknownKinds } from './unknown-kinds.ts';

/** The end of a submitted group of items. */
export type Ingested = 'stored' | 'fenced';

interface Waiting {
  readonly items: readonly IngestItem[];
  readonly done: (outcome: Ingested) => void;
}
/**
 * The waiting groups of one account by connection. No lane is empty; the connection that was served last stands last.
 */
type Lanes = Map<ConnectionId, Waiting[]>;
/** What waits for the next batch of an account. */
interface Queue {
  readonly lanes: Lanes;
  /** The number of items in the lanes. */
  size: number;
  /** Ends the pause before the next batch. */
  endPause: () => void;
}

export interface BatcherOptions {
  readonly database: Database;
  readonly log: Logger;
  /** A connection's lease was found lost while writing in its name. */
  readonly onFenced: (owner: OwnedConnection) => void;
  /**
   * Events of conversations that were never listed. They are dropped: the owner compares soon, which lists the
   * conversations and reads their messages.
   */
  readonly onUnknown: (items: readonly IngestItem[]) => void;
  /** A batch was stored or set aside, after so many seconds. */
  readonly onBatch: (itemCount: number, seconds: number) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const RETRY_MS = 250;
/** Items count as coming for so long after the last ones (our choice). */
const COMING_MS = 2_000;
/**
 * Most items of one connection in a batch, so that a flood from one connection does not delay the others (our choice).
 */
const MOST_OF_ONE = 250;
/**
 * The time from the beginning of a batch to the next one of the account, while only events of live streams wait: a
 * transaction costs about the same for one message as for ten (our choice).
 */
const PAUSE_MS = 150;
/** So many waiting items are worth a transaction at once (our choice). */
const WORTH_A_BATCH = 20;
/** PostgreSQL error classes that concern the data, not the moment: 22 data, 23 integrity. */
const DATA_ERROR = /^(22|23)/;

/**
 * One writer for each account: items that arrive during a transaction, and live events that arrive soon after it, go
 * into the next one. So batches grow with the load, and the first event after a quiet time waits for nothing. Groups of
 * one connection are stored in their order. Connections take turns, so a connection that floods delays only itself.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #queues = new Map<AccountId, Queue>();
  readonly #running = new Map<AccountId, Promise<void>>();
  readonly #unknownKinds: UnknownKinds;
  readonly #answering: Answering;
  #isClosed = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(options: BatcherOptions) {
    this.#options = options;
    this.#unknownKinds = new UnknownKinds(options.database, options.log);
    this.#answering = { rules: new AutoReplyRules(), now: options.now ?? Date.now };
  }

  /**
   * Resolves when the items are committed, set aside, or refused because the lease is lost. All are of one connection.
   */
  submit(accountId: AccountId, items: readonly IngestItem[]): Promise<Ingested> {
    const [first] = items;
    if (first === undefined) return Promise.resolve('stored');
    this.#lastAt = performance.now();
    return new Promise((done) => {
      const queue = this.#queues.get(accountId) ?? { lanes: new Map(), size: 0, endPause: () => undefined };
      const lane = queue.lanes.get(first.owner.connectionId) ?? [];
      lane.push({ items, done });
      queue.lanes.set(first.owner.connectionId, lane);
      queue.size += items.length;
      this.#queues.set(accountId, queue);
      if (queue.size >= WORTH_A_BATCH || !items.every(canWait)) queue.endPause();
      if (!this.#running.has(accountId)) this.#running.set(accountId, this.#drain(accountId, queue));
    });
  }

  /** Whether items wait to be stored or are being stored, of any account. */
  isBusy(): boolean {
    return this.#queues.size > 0;
  }

  /** Whether items were submitted just now, of any account. */
  areItemsComing(): boolean {
    return performance.now() - this.#lastAt < COMING_MS;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queue of this.#queues.values()) queue.endPause();
    await Promise.allSettled(this.#running.values());
  }

  async #drain(accountId: AccountId, queue: Queue): Promise<void> {
    while (queue.lanes.size > 0) {
      const group = takeBatch(queue.lanes);
      const items = group.flatMap((waiting) => waiting.items);
      queue.size -= items.length;
      const paused = this.#pause(queue);
      const startedAt = performance.now();
      const fenced = await this.#write(accountId, items);
      this.#options.onBatch(items.length, (performance.now() - startedAt) / 1_000);
      for (const waiting of group) {
        waiting.done(waiting.items.some((item) => fenced.has(ownerKey(item.owner))) ? 'fenced' : 'stored');
      }
      for (const { items } of group) await this.#unknownKinds.report(accountId, items);
      await paused;
    }
    // Without an await since the last look, so that the next submit starts a new drain.
    this.#running.delete(accountId);
    this.#queues.delete(accountId);
  }

  /** Ends after `PAUSE_MS`, or when something comes that is worth a batch. */
  #pause(queue: Queue): Promise<void> {
    if (this.#isClosed || queue.lanes.size > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      queue.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Stores as many items as possible. A failing batch is halved until each item that cannot be stored stands alone. */
  async #write(accountId: AccountId, items: readonly IngestItem[]): Promise<Set<string>> {
    for (;;) {
      try {
        const result = await ingest(this.#options.database, accountId, items, this.#answering);
        for (const owner of result.fenced) this.#options.onFenced(owner);
        if (result.unknown.length > 0) this.#options.onUnknown(result.unknown);
        return new Set(result.fenced.map(ownerKey));
      } catch (error) {
        if (isDataError(error)) return this.#split(accountId, items, error);
        if (this.#isClosed) return new Set(items.map((item) => ownerKey(item.owner)));
        logFailure(this.#options.log, 'ingest_retried', error, { accountId, itemCount: items.length });
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
      logEvent(this.#options.log, 'item_set_aside', { accountId, connectionId: only.owner.connectionId });
      return new Set();
    }
    const middle = Math.ceil(items.length / 2);
    const left = await this.#write(accountId, items.slice(0, middle));
    const right = await this.#write(accountId, items.slice(middle));
    return new Set([...left, ...right]);
  }

  /** Repeated until the database accepts it, because an item that is not set aside is lost. */
  async #setAside(accountId: AccountId, item: QuarantinedItem): Promise<void> {
    for (;;) {
      try {
        return await setAside(this.#options.database, accountId, item);
      } catch (error) {
        logFailure(this.#options.log, 'setting_aside_retried', error, { accountId });
        if (this.#isClosed) return;
        await new Promise((resume) => setTimeout(resume, RETRY_MS));
      }
    }
  }
}

/** One group of each connection in turn, until the batch is full or each connection has had its share. */
function takeBatch(lanes: Lanes): Waiting[] {
  const batch: Waiting[] = [];
  const taken = new Map<ConnectionId, number>();
  const sated: Lanes = new Map();
  let size = 0;
  // A lane that is put back during the loop is visited again.
  for (const [connectionId, lane] of lanes) {
    const [next] = lane;
    if (!next || (size > 0 && size + next.items.length > OWN_LIMITS.ingestBatchSize)) break;
    lanes.delete(connectionId);
    const own = taken.get(connectionId) ?? 0;
    if (own > 0 && own + next.items.length > MOST_OF_ONE) {
      sated.set(connectionId, lane);
      continue;
    }
    lane.shift();
    batch.push(next);
    size += next.items.length;
    taken.set(connectionId, own + next.items.length);
    if (lane.length > 0) lanes.set(connectionId, lane);
  }
  for (const [connectionId, lane] of sated) lanes.set(connectionId, lane);
  return batch;
}

/** Whether an item is an event that a marketplace tells by itself. For the others somebody waits. */
const canWait = (item: IngestItem): boolean =>
  item.kind === 'event' &&
  item.event.kind !== 'conversation.listed' &&
  (item.event.kind !== 'message.received' || item.event.via === 'live');

const isDataError = (error: unknown): boolean =>
  error instanceof UnstorableError ||
  error instanceof ZodError ||
  (error instanceof pg.DatabaseError && DATA_ERROR.test(error.code ?? ''));
