import { expect, vi } from 'vitest';
import { z } from 'zod';
import { TASKS, type TaskTable } from '../../src/engine/tasks/table.ts';
import {
  type AccountSurroundings,
  defineAccountTask,
  enqueue,
  type ScheduledTask,
} from '../../src/engine/tasks/task.ts';
import { Tasks } from '../../src/engine/tasks/tasks.ts';
import type { TaskTiming } from '../../src/engine/tasks/worker.ts';
import { wholeAccount } from '../../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './database.ts';
import { type CapturedLog, captureLog } from './log.ts';

/** Due on the last day of February in leap years. */
export const NEVER: ScheduledTask<'housekeeping'> = {
  scope: 'server',
  name: 'housekeeping',
  attempts: 1,
  cron: '0 0 29 2 *',
  isMadeUpWithinMs: 0,
  run: async () => undefined,
};
type Run = (number: number, surroundings: AccountSurroundings) => Promise<void>;
/** A kind whose tasks are told a number. The port allows only names of the product. */
const numbered = (run: Run) =>
  defineAccountTask({
    name: 'account-housekeeping',
    attempts: 3,
    input: z.strictObject({ number: z.int() }),
    run: ({ number }, surroundings) => run(number, surroundings),
  });
export const nothing = numbered(async () => undefined);
export const running = (run: Run): TaskTable => ({
  ...TASKS,
  'account-housekeeping': numbered(run),
  housekeeping: NEVER,
});

export const FAST: TaskTiming = { atOnce: 2, beatEveryMs: 20, aliveForMs: 15_000, lookEveryMs: 20, farewellMs: 50 };
export const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });

interface Job {
  readonly id: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly locked_by: string | null;
  readonly last_error: string | null;
}

/** A database with one account, and workers that take tasks from it. */
export class TaskHarness {
  readonly database: TestDatabase;
  readonly tenant: TestTenant;
  log: CapturedLog = captureLog();
  readonly #open: Tasks[] = [];

  private constructor(database: TestDatabase, tenant: TestTenant) {
    this.database = database;
    this.tenant = tenant;
  }

  static async open(): Promise<TaskHarness> {
    const database = await openTestDatabase();
    return new TaskHarness(database, await makeTenant(database, 'owner', [['11']]));
  }

  /** As before the first worker. */
  async clear(): Promise<void> {
    this.log = captureLog();
    await this.database.owner.query('delete from graphile_worker._private_jobs; delete from task_worker');
    await this.database.owner.query('delete from graphile_worker._private_known_crontabs');
  }

  start(kinds: TaskTable, timing = FAST): Tasks {
    const { config, engine } = this.database;
    const { logger } = this.log;
    const tasks = new Tasks({
      connection: config,
      database: engine,
      askShop: async () => null,
      now: Date.now,
      log: logger,
      kinds,
      timing,
    });
    tasks.start();
    this.#open.push(tasks);
    return tasks;
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((tasks) => tasks.stop()));
  }

  put(number: number, key = String(number)): Promise<void> {
    return this.database.engine.within(wholeAccount(this.tenant.accountId), (transaction) =>
      enqueue(transaction, nothing, { input: { number }, key }),
    );
  }

  async jobs(): Promise<Job[]> {
    const found = await this.database.owner.query<Job>(
      'select id, attempts, max_attempts, locked_by, last_error from graphile_worker._private_jobs order by id',
    );
    return found.rows;
  }

  untilDone(): Promise<void> {
    return until(async () => expect(await this.jobs()).toEqual([]));
  }

  /** What each worker has said of itself. */
  async workers(): Promise<{ worker_id: string; alive_until: Date }[]> {
    return (await this.database.owner.query('select worker_id, alive_until from task_worker order by worker_id')).rows;
  }

  untilWorkers(count: number): Promise<void> {
    return until(async () => expect(await this.workers()).toHaveLength(count));
  }
}
