import type { AccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database, Send, Transaction } from '../../storage/database.ts';

/**
 * The port of timed and long work. A kind of work is a `Task`; its row in the table (`table.ts`) puts it to work.
 *
 * A task is run at least once, by any process with an engine. It is run again when it throws, when its process dies, or when
 * its process loses the database, and the first run may then still be under way: `run` must do no harm when it is repeated.
 * Only the engine puts tasks into the queue; the role that answers members cannot.
 */
export type TaskName = 'account-housekeeping' | 'housekeeping';

interface Kind<Name extends TaskName> {
  readonly name: Name;
  /**
   * How many times a task is tried in all, at least 1. A process that dies in the middle uses up one try. The pause before
   * the next try grows from 3 seconds to 6 hours (e^tries, tries up to 10).
   */
  readonly attempts: number;
}

interface Surroundings {
  /** Milliseconds. */
  readonly now: () => number;
  /** Aborted when the worker ends: long work then stops where it can go on later, by throwing. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What a task of one account may touch: the rows of that account. */
export interface AccountSurroundings extends Surroundings {
  readonly accountId: AccountId;
  /** One transaction in the scope of the account. */
  within<Value>(run: (transaction: Transaction, send: Send) => Promise<Value>): Promise<Value>;
}

/** Work for one account, put into the queue by `enqueue`. */
export interface AccountTask<Name extends TaskName> extends Kind<Name> {
  readonly scope: 'account';
  /** Reads what the database says of a task. Not ok where it is not what this version writes. */
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
    /** What a task is told, as JSON. */
    readonly input: z.ZodType<Input>;
    /** @throws whatever shall be logged and tried again */
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

/** Work for no account in particular, due by the clock; once for all processes. It is told nothing. */
export interface ScheduledTask<Name extends TaskName> extends Kind<Name> {
  readonly scope: 'server';
  /** When it is due, in UTC: minutes, hours, days, months and weekdays as in crontab(5). */
  readonly cron: string;
  /** A run that was due while no process ran is made up for at the next start, if it was due so long ago at most. Milliseconds. */
  readonly isMadeUpWithinMs: number;
  /** @throws whatever shall be logged and tried again */
  run(surroundings: Surroundings & { readonly database: Database }): Promise<void>;
}

export type Task<Name extends TaskName> = AccountTask<Name> | ScheduledTask<Name>;

/**
 * Puts a task into the queue, in the transaction that causes it, for the account of that transaction. `key` names what it is
 * about: of one kind, account and key at most one task waits, and the newer replaces the older. A task that has begun is
 * not replaced: the newer one waits beside it.
 */
export async function enqueue<Input>(
  transaction: Transaction,
  { name, attempts }: AccountTaskOf<TaskName, Input>,
  { input, key }: { readonly input: Input; readonly key: string },
): Promise<void> {
  await transaction.query(
    `select graphile_worker.add_job($1::text, json_build_object('accountId', pasar_account(), 'input', $2::json),
       job_key => concat_ws('/', $1::text, pasar_account(), $3::text), max_attempts => $4)`,
    [name, JSON.stringify(input), key, attempts],
  );
}
