import { asAccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { logEvent, logFailure } from '../../log.ts';
import type { AskShop } from '../../records/ask-shop.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { turnsOf } from '../turns.ts';
import type { AccountSurroundings, AccountTask, PreparedTask, Task, TaskName } from './task.ts';

export interface PerformParts {
  /** With the engine's role. */
  readonly database: Database;
  /** Makes a call by a shop's session, in the process that has the session. */
  readonly askShop: AskShop;
  readonly now: () => number;
  readonly log: Logger;
  /** Told before a task of an account runs, and when it has run; the queue does not know yet that it has. */
  readonly onStep?: (step: TaskStep) => void;
}
export type TaskStep = `${TaskName}.${'before' | 'after'}`;

/** One try at a task, as the library describes it. */
export interface Try {
  readonly id: string;
  /** Number of tries begun, this one included. */
  readonly attempts: number;
  readonly max_attempts: number;
}

/** The payload that `enqueue` writes. */
const accountPayload = z.strictObject({ accountId: z.uuid(), input: z.unknown() });

/**
 * Tries a task once and logs a failure. An unreadable task stays in the queue's table and is not tried again.
 * @throws the failure, so that the library counts the try
 */
export async function perform(
  parts: PerformParts,
  kind: Task<TaskName>,
  { payload, job, signal }: { readonly payload: unknown; readonly job: Try; readonly signal: AbortSignal },
): Promise<void> {
  const { database, log, now } = parts;
  const fields = { task: kind.name, taskId: job.id, attempt: job.attempts };
  const surroundings = { now, signal, log };
  try {
    if (kind.scope === 'server') await kind.run({ ...surroundings, database });
    else await performForAccount(parts, kind, { payload, surroundings });
  } catch (error) {
    if (error instanceof TaskRefused) {
      await database.query(
        'refuse-task',
        'update graphile_worker._private_jobs set max_attempts = attempts where id = $1',
        [job.id],
      );
      logEvent(log, 'task_refused', { ...fields, reason: error.message });
    } else if (signal.aborted) logEvent(log, 'task_interrupted', fields);
    else logFailure(log, job.attempts >= job.max_attempts ? 'task_given_up' : 'task_failed', error, fields);
    throw error;
  }
}

/** @throws TaskRefused */
async function performForAccount(
  { database, askShop, onStep }: PerformParts,
  kind: AccountTask<TaskName>,
  {
    payload,
    surroundings,
  }: { readonly payload: unknown; readonly surroundings: Pick<AccountSurroundings, 'now' | 'signal' | 'log'> },
): Promise<void> {
  const { accountId, prepared } = read(kind, payload);
  const log = surroundings.log.child({ accountId });
  const within: AccountSurroundings['within'] = (run) => database.within(wholeAccount(accountId), run);
  onStep?.(`${kind.name}.before`);
  await prepared.run({
    ...surroundings,
    log,
    accountId,
    askShop,
    within,
    turns: turnsOf(database),
  });
  onStep?.(`${kind.name}.after`);
}

/** @throws TaskRefused */
function read(kind: AccountTask<TaskName>, payload: unknown) {
  const told = accountPayload.safeParse(payload);
  if (!told.success) throw new TaskRefused(told.error);
  const prepared: PreparedTask = kind.prepare(told.data.input);
  if (!prepared.ok) throw new TaskRefused(prepared.error);
  return { accountId: asAccountId(told.data.accountId), prepared };
}

/** The message has only paths and issue codes: the values may be texts of people. */
class TaskRefused extends Error {
  constructor({ issues }: z.ZodError) {
    super(issues.map(({ code, path }) => `${code} at /${path.join('/')}`).join(', '));
    this.name = 'TaskRefused';
  }
}
