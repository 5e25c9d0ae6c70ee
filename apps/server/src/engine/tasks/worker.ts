import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFunctionFactory, Runner, TaskList, WorkerEvents, WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { logFailure } from '../../log.ts';
import { openTaskPool, type TaskPool } from '../../storage/task-pool.ts';
import { type PerformParts, perform } from './perform.ts';
import type { TaskTable } from './table.ts';
import type { Task, TaskName } from './task.ts';

/** All times in milliseconds. */
export interface TaskTiming {
  /** Tasks under way in one process. */
  readonly atOnce: number;
  /** How often a worker renews its row and looks for tasks of dead workers. */
  readonly beatEveryMs: number;
  /** A worker counts as dead after this silence. Longer than a beat and the wait for its answer (10 s) together. */
  readonly aliveForMs: number;
  /** How often a worker looks for tasks that are due by the clock. NOTIFY wakes it for a new task. */
  readonly lookEveryMs: number;
  /** How long tasks under way may take to end when the worker is closed. */
  readonly farewellMs: number;
}

export interface TaskParts extends PerformParts {
  readonly connection: pg.ClientConfig;
  readonly kinds: TaskTable;
  readonly timing: TaskTiming;
}

/** Besides one connection for the begin and end of each task: one that listens, one for scheduled tasks and beats. */
const OTHER_CONNECTIONS = 2;
/** How long the database may take to give unfinished tasks back to the queue (our choice). */
const TAKEN_BACK_WITHIN_MS = 1_000;

/**
 * One run of graphile-worker on its own connections, until the database fails once or the worker is closed. The library
 * waits for a database without end, and its pauses cannot be cut short. So a failed worker is closed together with its
 * connections, and `Tasks` opens another.
 */
export class TaskWorker {
  readonly #parts: TaskParts;
  readonly #connections: TaskPool;
  readonly #ending = new AbortController();
  #isGivenUp = false;
  #runner: Runner | null = null;
  #workers: WorkerPool | null = null;

  constructor(parts: TaskParts) {
    this.#parts = parts;
    this.#connections = openTaskPool(parts.connection, parts.timing.atOnce + OTHER_CONNECTIONS);
  }

  /** Resolves when the worker takes tasks. @throws any error of the database or the library */
  async open(): Promise<void> {
    // Imported here, because processes without an engine do not need it.
    const { Logger, parseCronItems, run } = await import('graphile-worker');
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      this.#workers = workerPool;
    });
    const kinds = Object.values(this.#parts.kinds);
    const runner = await run({
      pgPool: this.#connections.pool,
      events,
      logger: new Logger(this.#logFactory),
      noHandleSignals: true,
      concurrency: this.#parts.timing.atOnce,
      pollInterval: this.#parts.timing.lookEveryMs,
      taskList: this.#taskList(kinds),
      parsedCronItems: parseCronItems(kinds.flatMap(cronItemOf)),
      // Without batches, a result that cannot be written is only an error on the console; with batches it ends the
      // worker.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.#runner = runner;
    if (this.#ending.signal.aborted) await runner.stop();
    else await this.#beat();
  }

  /** Runs until the worker is closed. @throws any error of the database, or when the library ended */
  async live(): Promise<void> {
    const ended = this.#runner?.promise.then(() => {
      throw new Error('the library ended its workers');
    });
    await Promise.race([ended, this.#beats()]);
  }

  /**
   * Ends within a few seconds, also while the database does not answer. Unfinished tasks go back to the queue; if the
   * database does not answer, another worker finds them later.
   */
  async close(farewellMs: number): Promise<void> {
    this.#ending.abort();
    // The library refuses to stop what has ended already. Then there is nothing to do.
    const stopped = this.#runner?.stop().catch(() => undefined) ?? Promise.resolve();
    const isStopped = farewellMs > 0 && (await isWithin(stopped, farewellMs));
    this.#isGivenUp = true;
    if (!isStopped && this.#workers !== null) {
      const takenBack = Promise.resolve(this.#workers.forcefulShutdown('its worker ended')).catch(() => undefined);
      if (farewellMs > 0) await isWithin(takenBack, TAKEN_BACK_WITHIN_MS);
    }
    await this.#connections.destroy();
  }

  async #beats(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await sleep(this.#parts.timing.beatEveryMs, null, { signal });
      await this.#beat();
    }
  }

  /** Renews this worker's row, and gives tasks of dead workers back to the queue. */
  async #beat(): Promise<void> {
    await this.#connections.pool.query({
      name: 'task-beat',
      text: `with alive as (
          insert into task_worker (worker_id, alive_until) values ($1, clock_timestamp() + $2 * interval '1 millisecond')
          on conflict (worker_id) do update set alive_until = excluded.alive_until),
        dead as (delete from task_worker where worker_id <> $1 and alive_until < clock_timestamp())
        select graphile_worker.force_unlock_workers(array(
          select distinct locked_by from graphile_worker._private_jobs job
          where locked_at < clock_timestamp() - $2 * interval '1 millisecond' and locked_by <> $1
            and not exists (select from task_worker other
              where other.worker_id = job.locked_by and other.alive_until > clock_timestamp())))`,
      values: [this.#workers?.id, this.#parts.timing.aliveForMs],
    });
  }

  /**
   * After the worker is given up, the library must not learn that a task ended: if the database fails then, the library
   * rejects an internal promise that nothing handles, which ends the process.
   */
  #taskList(kinds: readonly Task<TaskName>[]): TaskList {
    const { signal } = this.#ending;
    return Object.fromEntries(
      kinds.map((kind) => [
        kind.name,
        async (payload, { job }) => {
          try {
            await perform(this.#parts, kind, { payload, job, signal });
          } finally {
            if (this.#isGivenUp) await new Promise(() => undefined);
          }
        },
      ]),
    );
  }

  /** Failures of tasks are logged by `perform`. Messages about the library's own end are dropped. */
  readonly #logFactory: LogFunctionFactory = () => (level, message, meta) => {
    const isTrouble = level === 'error' || level === 'warning';
    if (!isTrouble || meta?.failure === true || this.#ending.signal.aborted) return;
    logFailure(this.#parts.log, 'tasks_disturbed', meta?.error ?? new Error(message));
  };
}

const cronItemOf = (kind: Task<TaskName>) =>
  kind.scope === 'account'
    ? []
    : [
        {
          task: kind.name,
          match: kind.cron,
          // If an earlier run still waits, both are one task.
          options: { backfillPeriod: kind.isMadeUpWithinMs, maxAttempts: kind.attempts, jobKey: kind.name },
        },
      ];

async function isWithin(ended: Promise<unknown>, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), withinMs);
  });
  const isEnded = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}
