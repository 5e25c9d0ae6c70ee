import type { AccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AskShop } from '../../records/ask-shop.ts';
import type { Database, Send, Transaction } from '../../storage/database.ts';
import { jsonList, jsonListAs } from '../../storage/storable.ts';
import type { Turns } from '../turns.ts';

/**
 * The port of timed and long work. A kind of work is a `Task` with a row in the table (`table.ts`).
 * A task runs at least once, in any process with an engine. It runs again when it throws, when its process dies, or
 * when its process loses the database. The first run may then still be under way, so `run` must do no harm when
 * repeated. Only the engine puts tasks into the queue; the role that answers members cannot. The rows of an action on many
 * conversations and of a look at recent buyers put their own tasks there, by triggers.
 */
export type TaskName =
  | 'account-housekeeping'
  | 'account-search-backlog'
  | 'account-team-figures'
  | 'auto-reply'
  | 'bulk-action'
  | 'buyer-tag-sweep'
  | 'bulk-send'
  | 'bulk-send-shop'
  | 'delete-account'
  | 'forget-messages'
  | 'housekeeping'
  | 'order-care'
  | 'search-backlog'
  | 'team-figures';

interface Kind<Name extends TaskName> {
  readonly name: Name;
  /**
   * How many times a task is tried in all, at least 1. A process that dies during a try uses it up. The pause before
   * the next try grows from 3 seconds to 6 hours (e^tries, tries up to 10).
   */
  readonly attempts: number;
}

interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Aborted when the worker ends. Long work then throws at a point from which a later run can go on. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What a task of one account may touch: the rows of that account. */
export interface AccountSurroundings extends Surroundings {
  readonly accountId: AccountId;
  /** Makes a call by a shop's session, in the process that has the session. */
  readonly askShop: AskShop;
  /** One transaction in the scope of the account. */
  within<Value>(run: (transaction: Transaction, send: Send) => Promise<Value>): Promise<Value>;
  /**
   * For tasks of which many are due at the same time: their transactions run one after the other in a process and behind
   * members' messages, so that what members ask for meanwhile shares the database with one of them.
   */
  readonly turns: Turns;
}

/** Work for one account, put into the queue by `enqueue`. */
export interface AccountTask<Name extends TaskName> extends Kind<Name> {
  readonly scope: 'account';
  /** Parses the stored input. Not ok for an input that this version does not write. */
  prepare(input: unknown): PreparedTask;
}
export type PreparedTask =
  | { readonly ok: true; readonly run: (surroundings: AccountSurroundings) => Promise<void> }
  | { readonly ok: false; readonly error: z.ZodError };

/** An `AccountTask` whose input the compiler knows. */
export interface AccountTaskOf<Name extends TaskName, Input> extends AccountTask<Name> {
  readonly input: z.ZodType<Input>;
}

export function defineAccountTask<Name extends TaskName, Input>(
  kind: Kind<Name> & {
    /** The input of a task, as JSON. */
    readonly input: z.ZodType<Input>;
    /** @throws any error: it is logged, and the task is tried again */
    readonly run: (input: Input, surroundings: AccountSurroundings) => Promise<void>;
  },
): AccountTaskOf<Name, Input> {
  const { name, attempts, input } = kind;
  return {
    scope: 'account',
    name,
    attempts,
    input,
    prepare(told) {
      const read = input.safeParse(told);
      if (!read.success) return { ok: false, error: read.error };
      return { ok: true, run: (surroundings) => kind.run(read.data, surroundings) };
    },
  };
}

/** Work for no account in particular, due by the clock, once for all processes. It has no input. */
export interface ScheduledTask<Name extends TaskName> extends Kind<Name> {
  readonly scope: 'server';
  /** When it is due, in UTC: a crontab(5) line of minutes, hours, days, months and weekdays. */
  readonly cron: string;
  /**
   * A run that was due while no process ran is made up for at the next start, unless it is older than this.
   * Milliseconds.
   */
  readonly isMadeUpWithinMs: number;
  /** @throws any error: it is logged, and the task is tried again */
  run(surroundings: Surroundings & { readonly database: Database }): Promise<void>;
}

export type Task<Name extends TaskName> = AccountTask<Name> | ScheduledTask<Name>;

export interface Enqueued<Input> {
  readonly input: Input;
  /** The subject of the task: for each kind, account and key at most one task waits, and a newer one replaces it. */
  readonly key: string;
  /** When it is due, in milliseconds since the epoch; null: at once. */
  readonly at?: number | null;
}

/**
 * Puts a task into the queue, in the current transaction and for its account. A task that has begun is not replaced; the
 * newer one waits beside it. `keepsTime`: one that waits stays due when it is.
 */
export const enqueue = <Input>(
  transaction: Transaction,
  kind: AccountTaskOf<TaskName, Input>,
  { keepsTime = false, ...task }: Enqueued<Input> & { readonly keepsTime?: boolean },
): Promise<void> => enqueueAll(transaction, kind, [task], keepsTime);

/** The same for tasks of different subjects. */
export async function enqueueAll<Input>(
  transaction: Transaction,
  { name, attempts }: AccountTaskOf<TaskName, Input>,
  tasks: readonly Enqueued<Input>[],
  keepsTime = false,
): Promise<void> {
  if (tasks.length === 0) return;
  await transaction.query({
    name: 'enqueue',
    text: `select from graphile_worker.add_jobs(array(
        select row($1::text, json_build_object('accountId', pasar_account(), 'input', task.input), null,
          to_timestamp(task.at / 1000.0), $2::smallint, concat_ws('/', $1::text, pasar_account(), task.key), null,
          null)::graphile_worker.job_spec
        from unnest(${jsonListAs('$3', 'json')}, $4::text[], $5::bigint[]) as task (input, key, at)), $6)`,
    values: [
      name,
      attempts,
      jsonList(tasks.map(({ input }) => JSON.stringify(input))),
      tasks.map(({ key }) => key),
      tasks.map(({ at = null }) => at),
      keepsTime,
    ],
  });
}
