import { setTimeout as sleep } from 'node:timers/promises';
import { logFailure } from '../../log.ts';
import { reconnectWaitMs } from '../../storage/reconnect.ts';
import { TASKS } from './table.ts';
import { type TaskParts, type TaskTiming, TaskWorker } from './worker.ts';

/** Tasks under way in one process, so that long ones leave room for those that a buyer waits for (our choice). */
export const TASKS_AT_ONCE = 8;
/** Milliseconds. */
const TIMING: TaskTiming = {
  atOnce: TASKS_AT_ONCE,
  beatEveryMs: 3_000,
  aliveForMs: 15_000,
  lookEveryMs: 500,
  farewellMs: 2_000,
};

/**
 * Takes tasks from the queue that all processes share, from `start` to `stop`. When the database fails, the worker is
 * closed, and another is opened after a pause. At any time there is at most one worker or one pause.
 */
export class Tasks {
  readonly #parts: TaskParts;
  readonly #stopping = new AbortController();
  #life: Promise<void> = Promise.resolve();

  constructor(parts: Omit<TaskParts, 'kinds' | 'timing'> & Partial<TaskParts>) {
    this.#parts = { kinds: TASKS, timing: TIMING, ...parts };
  }

  /** Returns at once, also while the database is away. */
  start(): void {
    this.#life = this.#live();
  }

  /** Takes a few seconds at most, also while the database does not answer. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#life;
  }

  /** Never rejects. Of several failures in a row only the first is logged. */
  async #live(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
    for (let failures = 0; !signal.aborted; failures += 1) {
      const worker = new TaskWorker(this.#parts);
      try {
        await Promise.race([worker.open(), stopped]);
        if (!signal.aborted) failures = 0;
        await Promise.race([worker.live(), stopped]);
      } catch (error) {
        if (failures === 0 && !signal.aborted) logFailure(this.#parts.log, 'tasks_interrupted', error);
      }
      await worker.close(signal.aborted ? this.#parts.timing.farewellMs : 0);
      // Only `stop` ends the pause early.
      await sleep(reconnectWaitMs(failures), null, { signal }).catch(() => undefined);
    }
  }
}
