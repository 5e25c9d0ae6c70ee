import type { AccountId, SendCause } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { type TaskRow, takeBack, tellTasks, withdrawWaiting } from './bulk-send.ts';
import type { NewChange } from './change-feed.ts';

/** Where a task is moved: those of one cause only, because another permission opens the others. */
export interface Steering {
  readonly transaction: Transaction;
  readonly accountId: AccountId;
  readonly cause: SendCause;
  readonly now: number;
}
/** Why it was not moved; null: it was. */
export type Steered = 'not_found' | 'bulk_send_state' | null;
/**
 * A task that was moved by one that moves several: all are told of together by `tellTasks`, because the row that counts the
 * changes of an account is locked last.
 */
interface Untold {
  readonly refused: Steered;
  readonly changes: readonly NewChange[];
}

/** Null for a task of another cause, and for one that the member does not see. */
export async function readTask(transaction: Transaction, cause: SendCause, taskId: string): Promise<TaskRow | null> {
  const found = await transaction.query<TaskRow>('select * from bulk_send_task where task_id = $1 and cause = $2', [
    taskId,
    cause,
  ]);
  return found.rows[0] ?? null;
}

const notMoved = async ({ transaction, cause }: Steering, taskId: string): Promise<Steered> =>
  (await readTask(transaction, cause, taskId)) === null ? 'not_found' : 'bulk_send_state';

export const stopTask = (steering: Steering, taskId: string): Promise<Steered> =>
  tell(steering, stopUntold(steering, taskId));

/** A timed task that was stopped before its start waits for it again; when the start has passed, it goes on at once. */
export const continueTask = (steering: Steering, taskId: string): Promise<Steered> =>
  tell(steering, continueUntold(steering, taskId));

async function tell({ transaction, accountId, cause }: Steering, moving: Promise<Untold>): Promise<Steered> {
  const { refused, changes } = await moving;
  if (refused === null || changes.length > 0) await tellTasks(transaction, accountId, cause, changes);
  return refused;
}

export async function stopUntold(steering: Steering, taskId: string): Promise<Untold> {
  const { transaction, accountId, cause, now } = steering;
  const task = await readTask(transaction, cause, taskId);
  if (task === null || !['wait', 'processing'].includes(task.state)) {
    return { refused: await notMoved(steering, taskId), changes: [] };
  }
  const changes = await withdrawWaiting(transaction, accountId, taskId);
  const stopped = await transaction.query(
    "update bulk_send_task set state = 'stopped', ended_at = $2 where task_id = $1 and state in ('wait', 'processing')",
    [taskId, now],
  );
  return { refused: stopped.rowCount === 1 ? null : await notMoved(steering, taskId), changes };
}

export async function continueUntold(steering: Steering, taskId: string): Promise<Untold> {
  const { transaction, cause, now } = steering;
  const moved = await transaction.query(
    `update bulk_send_task set state = 'wait', ended_at = null,
       begun_at = case when begun_at is null and send_at > $2 then null else coalesce(begun_at, $2) end
     where task_id = $1 and cause = $3 and state = 'stopped'`,
    [taskId, now, cause],
  );
  return { refused: moved.rowCount === 1 ? null : await notMoved(steering, taskId), changes: [] };
}

/**
 * The failed parts are put away, and those that wait behind them, so that nobody sends them a second time; a recipient with a
 * part under way is left out. Locked in the order of the ingest: deliveries, recipients, task. What another transaction holds
 * has just turned up, and is left out. Gives how many recipients are tried again.
 */
export async function retryTask(steering: Steering, taskId: string): Promise<Exclude<Steered, null> | number> {
  const { transaction, accountId, cause } = steering;
  if ((await readTask(transaction, cause, taskId)) === null) return 'not_found';
  const failed = await transaction.query<{ delivery_id: string; item_id: string }>(
    `select d.delivery_id, i.item_id from bulk_send_item i join delivery d on d.bulk_item_id = i.item_id
     where i.task_id = $1 and i.state = 'fail' and d.state in ('refused', 'pending', 'dismissed')
     for update of d skip locked`,
    [taskId],
  );
  const held = await transaction.query<{ item_id: string }>(
    `select i.item_id from bulk_send_item i where i.task_id = $1 and i.state = 'fail'
       and not exists (select from delivery d where d.bulk_item_id = i.item_id
         and d.state not in ('confirmed', 'unconfirmed') and d.delivery_id <> all($2::uuid[]))
     order by i.item_id for update skip locked`,
    [taskId, failed.rows.map((row) => row.delivery_id)],
  );
  const itemIds = held.rows.map((row) => row.item_id);
  const isHeld = new Set(itemIds);
  if (itemIds.length === 0) return 'bulk_send_state';
  const moved = await transaction.query(
    `update bulk_send_task set state = 'wait', ended_at = null
     where task_id = $1 and state in ('processing', 'finish') and begun_at is not null`,
    [taskId],
  );
  if (moved.rowCount !== 1) return 'bulk_send_state';
  const takenBack = await takeBack(
    transaction,
    accountId,
    failed.rows.filter((row) => isHeld.has(row.item_id)).map((row) => row.delivery_id),
  );
  await transaction.query(
    `update bulk_send_item set state = 'wait', attempt = attempt + 1, reason = null, detail = null, ended_at = null,
       sent_at = null, handed_at = null, handed_to = null, handed_messages = null where item_id = any($1::uuid[])`,
    [itemIds],
  );
  await tellTasks(transaction, accountId, cause, takenBack);
  return itemIds.length;
}
