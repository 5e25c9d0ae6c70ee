import { type BulkSendTaskView, bulkSendTarget, type CALLS, type CallInput, type CallOutput } from '@pasar/api';
import type { TaskStatus } from '@pasar/domain';
import { conditionsOfTask, contentOfTask, readPauses, readSendConfig, type TaskRow } from '../../records/bulk-send.ts';
import { readTask } from '../../records/bulk-send-steer.ts';
import { type ItemRow, ownTasks, timeOf, toOutcome, toProgress } from '../../records/send-task-views.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** The condition of a task that `statusOfTask` gives it the status. */
const STATUS_WHERE: Readonly<Record<TaskStatus, string>> = {
  wait: "state = 'wait'",
  processing: "state = 'processing'",
  cancel: "state in ('cancel', 'stopped')",
  success: "state = 'finish' and failed + unconfirmed = 0 and succeeded > 0",
  fail: "state = 'finish' and succeeded + unconfirmed = 0 and failed > 0",
  finish: `state = 'finish' and not (failed + unconfirmed = 0 and succeeded > 0)
    and not (succeeded + unconfirmed = 0 and failed > 0)`,
};

export async function getBatchSendTaskList(
  { transaction, member, now }: Context,
  { pageNo, pageSize, status }: CallInput<Calls['getBatchSendTaskList']>,
): Promise<Answer<CallOutput<Calls['getBatchSendTaskList']>>> {
  const { accountId } = member.scope;
  const [whose, id] = ownTasks(member);
  const where = [whose, "cause = 'bulkSend'", ...(status === undefined ? [] : [`(${STATUS_WHERE[status]})`])].join(
    ' and ',
  );
  const [found, counted, config] = await Promise.all([
    transaction.query<TaskRow>(`select * from bulk_send_task where ${where} order by task_id desc limit $2 offset $3`, [
      id,
      pageSize,
      (pageNo - 1) * pageSize,
    ]),
    transaction.query<{ count: number }>(`select count(*)::integer as count from bulk_send_task where ${where}`, [id]),
    readSendConfig(transaction, accountId),
  ]);
  const pauses = await readPauses(transaction, found.rows, config, now);
  return success({
    tasks: found.rows.map((row) => toTaskView(row, pauses.get(row.task_id) ?? [])),
    totalCount: counted.rows[0]?.count ?? 0,
  });
}

function toTaskView(row: TaskRow, pauses: BulkSendTaskView['pauses']): BulkSendTaskView {
  const target = bulkSendTarget.parse(row.target);
  return {
    ...toProgress(row, pauses),
    taskName: row.name,
    author: row.author,
    taskType: row.type,
    targetKind: target.kind,
    sendTime: timeOf(row.send_at),
    reason: row.reason,
    interval: row.interval_seconds,
    content: contentOfTask(row),
    conditionJson: conditionsOfTask(row),
    buyerListJson: target,
  };
}

export async function bulkSendItems(
  { transaction }: Pick<Context, 'transaction'>,
  { taskId, state, pageNo, pageSize }: CallInput<Calls['bulkSendItems']>,
): Promise<Answer<CallOutput<Calls['bulkSendItems']>>> {
  if ((await readTask(transaction, 'bulkSend', taskId)) === null) return fail('not_found');
  const where = state === undefined ? 'task_id = $1' : 'task_id = $1 and state = $2';
  const values = state === undefined ? [taskId] : [taskId, state];
  const [found, counted] = await Promise.all([
    transaction.query<ItemRow>(
      `select * from bulk_send_item where ${where} order by item_id
       limit ${pageSize} offset ${(pageNo - 1) * pageSize}`,
      values,
    ),
    transaction.query<{ count: number }>(
      `select count(*)::integer as count from bulk_send_item where ${where}`,
      values,
    ),
  ]);
  return success({
    items: found.rows.map((row) => ({ ...toOutcome(row), orderNumber: row.order_number })),
    totalCount: counted.rows[0]?.count ?? 0,
  });
}
