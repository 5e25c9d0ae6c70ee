import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { z } from 'zod';
import { tellTasks, withdrawWaiting } from '../../records/bulk-send.ts';
import { continueTask, readTask, retryTask, type Steering, stopTask } from '../../records/bulk-send-steer.ts';
import type { NewChange } from '../../records/change-feed.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Done = Answer<Record<string, never>>;

const steering = ({ transaction, member, now }: Context): Steering => ({
  transaction,
  accountId: member.scope.accountId,
  cause: 'bulkSend',
  now,
});

export async function stopBulkSend(context: Context, { taskId }: CallInput<Calls['stopBulkSend']>): Promise<Done> {
  const refused = await stopTask(steering(context), taskId);
  return refused === null ? success({}) : fail(refused);
}

export async function continueBulkSend(
  context: Context,
  { taskId }: CallInput<Calls['continueBulkSend']>,
): Promise<Done> {
  const refused = await continueTask(steering(context), taskId);
  return refused === null ? success({}) : fail(refused);
}

export async function retryBulkSend(
  context: Context,
  { taskId }: CallInput<Calls['retryBulkSend']>,
): Promise<Answer<CallOutput<Calls['retryBulkSend']>>> {
  const retried = await retryTask(steering(context), taskId);
  return typeof retried === 'number' ? success({ retriedCount: retried }) : fail(retried);
}

export async function deleteBatchSendTask(
  { transaction, member }: Context,
  { taskIds }: CallInput<Calls['deleteBatchSendTask']>,
): Promise<Done> {
  const ids = z.array(z.uuid()).safeParse(taskIds);
  if (!ids.success) return fail('not_found');
  const { accountId } = member.scope;
  for (const taskId of ids.data) {
    if ((await readTask(transaction, 'bulkSend', taskId)) === null) return fail('not_found');
  }
  // A delivery that settles now holds its recipient before the task, so the recipients are locked first here too.
  await transaction.query('select from bulk_send_item where task_id = any($1::uuid[]) order by item_id for update', [
    ids.data,
  ]);
  const withdrawn: NewChange[] = [];
  for (const taskId of ids.data) withdrawn.push(...(await withdrawWaiting(transaction, accountId, taskId)));
  await transaction.query('delete from automatic_picture where used_by = any($1::uuid[])', [ids.data]);
  await transaction.query('delete from bulk_send_task where task_id = any($1::uuid[])', [ids.data]);
  await tellTasks(transaction, accountId, 'bulkSend', withdrawn);
  return success({});
}
