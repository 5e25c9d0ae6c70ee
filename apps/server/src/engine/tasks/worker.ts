import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFunctionFactory, Runner, TaskList, WorkerEvents, WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { logFailure } from '../../log.ts';
import { openTaskPool, type TaskPool } from '../../storage/task-pool.ts';
import { type PerformParts, perform } from './perform.ts';
import type { TaskTable } from './table.ts';
import type { Task, TaskName } from './task.ts';

/** Milliseconds. */
export interface TaskTiming {
  /** How often a worker says that it lives, and looks for tasks of dead workers. */
  readonly beatEveryMs: number;
  /** A worker that has been silent for so long is dead. More than a beat and the wait for its answer (10 s) take together. */
  readonly aliveForMs: number;
  /** How often it looks for tasks that are due by the clock. A new task wakes it by NOTIFY. */
  readonly lookEveryMs: number;
  /** How long tasks that are under way may take to end when the worker is closed. */
  readonly farewellMs: number;
}

export interface TaskParts extends PerformParts {
  readonly connection: pg.ClientConfig;
  readonly kinds: TaskTable;
  readonly timing: TaskTiming;
}

/** Tasks under way in one process (our choice). */
const TASKS_AT_ONCE = 2;
/** One for each task's begin and end, one that listens, one for the clock's work and the beats. */
const POOL_SIZE = TASKS_AT_ONCE + 2;
/** How long the database may take to take back what is under way, after the farewell (our choice). */
const TAKEN_BACK_WITHIN_MS = 1_000;

/**
 * One life of graphile-worker, with connections of its own: from the first connection until the database fails once or the
 * worker is closed. The library itself waits for a database without end, in pauses that cannot be cut short; so it is
 * closed together with its connections, and `Tasks` begins another life.
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
    this.#connections = openTaskPool(parts.connection, POOL_SIZE);
  }

  /** Resolves when it takes tasks. @throws what the database or the library says */
  async open(): Promise<void> {
    // loaded here, because processes without an engine do not need it.
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
      concurrency: TASKS_AT_ONCE,
      pollInterval: this.#parts.timing.lookEveryMs,
      taskList: this.#taskList(kinds),
      parsedCronItems: parseCronItems(kinds.flatMap(cronItemOf)),
      // a batch that cannot be written ends the worker; without batches the library prints the error to the console.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.#runner = runner;
    if (this.#ending.signal.aborted) await runner.stop();
    else await this.#beat();
  }

  /** Until it is closed. @throws what the database says, or that the library ended */
  async live(): Promise<void> {
    const ended = this.#runner?.promise.then(() => {
      throw new Error('the library ended its workers');
    });
    await Promise.race([ended, this.#beats()]);
  }

  /**
   * Ends it in a few seconds, whatever the database does. What is under way is given back to the queue, or, where the
   * database does not answer, found by other workers as left over.
   */
  async close(farewellMs: number): Promise<void> {
    this.#ending.abort();
    // stopping again what has ended by itself is refused, and there is nothing to do then.
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

  /** Says that it lives, and gives tasks that dead workers had begun back to the queue. */
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
   * The library must not hear of the end of a task once it was given up: after a failure of the database it rejects a promise
   * of its own then, which nothing handles, and which would end the process.
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

  /** Failures of tasks are logged where they happen, and what the library says of its own end is of no interest. */
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
          // a run that still waits when the next is due is one with it.
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
