import { pino } from 'pino';
import { z } from 'zod';
import { autoReply } from '../../../src/engine/tasks/auto-reply.ts';
import { bulkSend, bulkSendShop } from '../../../src/engine/tasks/bulk-send.ts';
import { orderCare } from '../../../src/engine/tasks/order-care.ts';
import { perform } from '../../../src/engine/tasks/perform.ts';
import type { Database } from '../../../src/storage/database.ts';
import type { TestDatabase } from '../database.ts';
import type { WeekTime } from './time.ts';

/** The tasks that send without a person. */
const KINDS = {
  'auto-reply': autoReply,
  'bulk-send': bulkSend,
  'bulk-send-shop': bulkSendShop,
  'order-care': orderCare,
};
const kindName = z.enum(['auto-reply', 'bulk-send', 'bulk-send-shop', 'order-care']);
const payload = z.object({
  input: z.object({ queueId: z.string().optional(), taskId: z.string().optional(), shopId: z.string().optional() }),
});

export interface QueuedTask {
  readonly id: string;
  readonly kind: z.infer<typeof kindName>;
  readonly input: z.infer<typeof payload>['input'];
  readonly payload: unknown;
  /** By the server's clock. */
  readonly at: number;
}
/** When a worker dies: before its transaction is committed, or before the queue knows that the task has run. */
export type Death = 'beforeCommit' | 'beforeQueueKnows' | null;

const silent = pino({ level: 'silent' });

/** The queue's own table, whose tasks are taken in the order of their time, as workers of the library would. */
export class WeekQueue {
  readonly #database: TestDatabase;
  readonly #time: WeekTime;
  /** The next task as it was last seen. */
  #held: { readonly task: QueuedTask | null; readonly queueChanges: number } = { task: null, queueChanges: -1 };
  constructor(database: TestDatabase, time: WeekTime) {
    this.#database = database;
    this.#time = time;
  }

  /** The next task that is due until then; null for none. */
  async next(until: number): Promise<QueuedTask | null> {
    const { queueChanges } = this.#time;
    if (this.#held.queueChanges !== queueChanges) this.#held = { task: await this.#first(), queueChanges };
    const { task } = this.#held;
    return task === null || task.at > until ? null : task;
  }

  async #first(): Promise<QueuedTask | null> {
    const found = await this.#database.owner.query<{ id: string; name: string; payload: unknown; at: string }>({
      name: 'week-first-task',
      text: `select j.id, t.identifier as name, j.payload, extract(epoch from j.run_at) * 1000 as at
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier in ('auto-reply', 'bulk-send', 'bulk-send-shop', 'order-care') order by j.run_at, j.id limit 1`,
    });
    const [row] = found.rows;
    if (row === undefined) return null;
    const { input } = payload.parse(row.payload);
    return { id: row.id, kind: kindName.parse(row.name), input, payload: row.payload, at: Math.ceil(Number(row.at)) };
  }

  /** Runs a task once. After a death the task runs again when the worker counts as dead. */
  async run(task: QueuedTask, death: Death): Promise<void> {
    this.#time.queueChanges += 1;
    // As the library: a task that has begun is not replaced by a newer one of the same key.
    await this.#database.owner.query('update graphile_worker._private_jobs set key = null where id = $1', [task.id]);
    const parts = {
      database: death === 'beforeCommit' ? dyingBeforeCommit(this.#database.engine) : this.#database.engine,
      now: this.#time.now,
      log: silent,
      askShop: async () => null,
    };
    const job = { id: task.id, attempts: 1, max_attempts: 20 };
    const { signal } = new AbortController();
    try {
      await perform(parts, KINDS[task.kind], { payload: task.payload, job, signal });
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    }
    if (death === null) {
      await this.#database.owner.query('delete from graphile_worker._private_jobs where id = $1', [task.id]);
    } else await this.putOff(task, 20_000);
  }

  /** A worker takes it later. */
  async putOff(task: QueuedTask, ms: number): Promise<void> {
    this.#time.queueChanges += 1;
    await this.#database.owner.query(
      'update graphile_worker._private_jobs set run_at = to_timestamp($2 / 1000.0) where id = $1',
      [task.id, this.#time.now() + ms],
    );
  }

  /** The next look for due orders comes no later, by the server's clock. */
  async hasten(at: number): Promise<void> {
    this.#time.queueChanges += 1;
    await this.#database.owner.query(
      `update graphile_worker._private_jobs j set run_at = least(run_at, to_timestamp($1 / 1000.0))
       from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'order-care'`,
      [at],
    );
  }
}

class Died extends Error {}

const dyingBeforeCommit = (database: Database): Database => ({
  ...database,
  within: (scope, run) =>
    database.within(scope, async (transaction, send) => {
      await run(transaction, send);
      throw new Died('the worker died');
    }),
});
