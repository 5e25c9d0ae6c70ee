import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { z } from 'zod';
import { type TaskRow, takeBack, tellBulkSend, withdrawWaiting } from '../../records/bulk-send.ts';
import type { NewChange } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { readTask } from './list.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Done = Answer<Record<string, never>>;

/** Why a task that was to be moved from one state to another was not moved. */
async function notMoved(transaction: Transaction, taskId: string): Promise<ReturnType<typeof fail>> {
  return fail((await readTask(transaction, taskId)) === null ? 'not_found' : 'bulk_send_state');
}

export async function stopBulkSend(
  { transaction, member, now }: Context,
  { taskId }: CallInput<Calls['stopBulkSend']>,
): Promise<Done> {
  const { accountId } = member.scope;
  const task = await readTask(transaction, taskId);
  if (task === null || !['wait', 'processing'].includes(task.state)) return notMoved(transaction, taskId);
  const withdrawn = await withdrawWaiting(transaction, accountId, taskId);
  const stopped = await transaction.query(
    "update bulk_send_task set state = 'stopped', ended_at = $2 where task_id = $1 and state in ('wait', 'processing')",
    [taskId, now],
  );
  await tellBulkSend(transaction, accountId, withdrawn);
  return stopped.rowCount === 1 ? success({}) : notMoved(transaction, taskId);
}

/** A timed task that was stopped before its start goes on at once. */
export async function continueBulkSend(
  { transaction, member, now }: Context,
  { taskId }: CallInput<Calls['continueBulkSend']>,
): Promise<Done> {
  const moved = await transaction.query(
    `update bulk_send_task set state = 'wait', begun_at = coalesce(begun_at, $2), ended_at = null
     where task_id = $1 and state = 'stopped'`,
    [taskId, now],
  );
  if (moved.rowCount !== 1) return notMoved(transaction, taskId);
  await tellBulkSend(transaction, member.scope.accountId);
  return success({});
}

/**
 * The failed parts are put away, and those that wait behind them, so that nobody sends them a second time; a recipient with a
 * part under way is left out. Locked in the order of the ingest: deliveries, recipients, task. What another transaction holds
 * has just turned up, and is left out.
 */
export async function retryBulkSend(
  { transaction, member }: Context,
  { taskId }: CallInput<Calls['retryBulkSend']>,
): Promise<Answer<CallOutput<Calls['retryBulkSend']>>> {
  const task: TaskRow | null = await readTask(transaction, taskId);
  if (task === null) return fail('not_found');
  const { accountId } = member.scope;
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
  if (itemIds.length === 0) return fail('bulk_send_state');
  const moved = await transaction.query(
    `update bulk_send_task set state = 'wait', ended_at = null
     where task_id = $1 and state in ('processing', 'stopped', 'finish') and begun_at is not null`,
    [taskId],
  );
  if (moved.rowCount !== 1) return fail('bulk_send_state');
  const takenBack = await takeBack(
    transaction,
    accountId,
    failed.rows.filter((row) => isHeld.has(row.item_id)).map((row) => row.delivery_id),
  );
  await transaction.query(
    `update bulk_send_item set state = 'wait', attempt = attempt + 1, reason = null, detail = null, ended_at = null,
       sent_at = null where item_id = any($1::uuid[])`,
    [itemIds],
  );
  await tellBulkSend(transaction, accountId, takenBack);
  return success({ retriedCount: itemIds.length });
}

export async function deleteBatchSendTask(
  { transaction, member }: Context,
  { taskIds }: CallInput<Calls['deleteBatchSendTask']>,
): Promise<Done> {
  const ids = z.array(z.uuid()).safeParse(taskIds);
  if (!ids.success) return fail('not_found');
  const { accountId } = member.scope;
  for (const taskId of ids.data) {
    if ((await readTask(transaction, taskId)) === null) return fail('not_found');
  }
  // A delivery that settles now holds its recipient before the task, so the recipients are locked first here too.
  await transaction.query('select from bulk_send_item where task_id = any($1::uuid[]) order by item_id for update', [
    ids.data,
  ]);
  const withdrawn: NewChange[] = [];
  for (const taskId of ids.data) withdrawn.push(...(await withdrawWaiting(transaction, accountId, taskId)));
  await transaction.query('delete from automatic_picture where used_by = any($1::uuid[])', [ids.data]);
  await transaction.query('delete from bulk_send_task where task_id = any($1::uuid[])', [ids.data]);
  await tellBulkSend(transaction, accountId, withdrawn);
  return success({});
}
