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

interface QueuedRow {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly at: string;
}
const SELECT_TASK = `select j.id, t.identifier as name, j.payload, extract(epoch from j.run_at) * 1000 as at
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;
const toTask = ({ id, name, payload: given, at }: QueuedRow): QueuedTask => ({
  id,
  kind: kindName.parse(name),
  input: payload.parse(given).input,
  payload: given,
  at: Math.ceil(Number(at)),
});

/** As the worker. */
const LOOKED_EVERY_MS = 500;

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
    const found = await this.#database.owner.query<QueuedRow>({
      name: 'week-first-task',
      text: `${SELECT_TASK} where t.identifier in ('auto-reply', 'bulk-send', 'bulk-send-shop', 'order-care')
        order by j.run_at, j.id limit 1`,
    });
    const [row] = found.rows;
    return row === undefined ? null : toTask(row);
  }

  /**
   * Runs a task once, together with the shops of the same task that are due until the worker looks again. After a death they
   * run again when the worker counts as dead. `isTaken`: whether a task beside it runs now.
   */
  async run(task: QueuedTask, death: Death, isTaken: (beside: QueuedTask) => boolean): Promise<void> {
    this.#time.queueChanges += 1;
    const tasks = [task, ...(await this.#beside(task)).filter(isTaken)];
    // As the library: a task that has begun is not replaced by a newer one of the same key.
    const ids = tasks.map(({ id }) => id);
    await this.#database.owner.query('update graphile_worker._private_jobs set key = null where id = any($1)', [ids]);
    const parts = {
      database: death === 'beforeCommit' ? dyingBeforeCommit(this.#database.engine) : this.#database.engine,
      now: this.#time.now,
      log: silent,
      askShop: async () => null,
    };
    const { signal } = new AbortController();
    const ran = await Promise.allSettled(
      tasks.map(({ id, kind, payload: given }) =>
        perform(parts, KINDS[kind], { payload: given, job: { id, attempts: 1, max_attempts: 20 }, signal }),
      ),
    );
    for (const result of ran) {
      if (result.status === 'rejected' && !(result.reason instanceof Died)) throw result.reason;
    }
    if (death === null)
      await this.#database.owner.query('delete from graphile_worker._private_jobs where id = any($1)', [ids]);
    else for (const one of tasks) await this.putOff(one, 20_000);
  }

  async #beside({ id, kind, input, at }: QueuedTask): Promise<readonly QueuedTask[]> {
    if (kind !== 'bulk-send-shop') return [];
    const found = await this.#database.owner.query<QueuedRow>({
      name: 'week-tasks-beside',
      text: `${SELECT_TASK} where t.identifier = $1 and j.payload #>> '{input,taskId}' = $2 and j.id <> $3
        and j.run_at <= to_timestamp($4 / 1000.0) order by j.run_at, j.id`,
      values: [kind, input.taskId, id, Math.max(at, this.#time.now()) + LOOKED_EVERY_MS],
    });
    return found.rows.map(toTask);
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
