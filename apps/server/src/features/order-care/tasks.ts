import type { CALLS, CallInput, CallOutput, OrderCareTaskView } from '@pasar/api';
import { type OrderCareKind, statusOfTask } from '@pasar/domain';
import { readPauses, readSendConfig, type TaskRow } from '../../records/bulk-send.ts';
import { continueTask, retryTask, type Steering, stopTask } from '../../records/bulk-send-steer.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Done = Answer<Record<string, never>>;

const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));

function toView(row: TaskRow & { readonly care_kind: OrderCareKind }, pauses: OrderCareTaskView['pauses']) {
  const { total, sent, succeeded, failed, skipped, unconfirmed, answered } = row;
  return {
    taskId: row.task_id,
    kind: row.care_kind,
    isAutomatic: row.care_day !== null,
    author: row.author,
    status: statusOfTask(row.state, { total, sent, succeeded, failed, skipped, unconfirmed }),
    state: row.state,
    pauses,
    totalCount: total,
    sentCount: sent,
    successCount: succeeded,
    failCount: failed,
    skipCount: skipped,
    unconfirmedCount: unconfirmed,
    answeredCount: answered,
    createTime: Number(row.created_at),
    beginTime: timeOf(row.begun_at),
    endTime: timeOf(row.ended_at),
  };
}

export async function getOrderCareTaskList(
  { transaction, member, now }: Context,
  { kind, pageNo, pageSize }: CallInput<Calls['getOrderCareTaskList']>,
): Promise<Answer<CallOutput<Calls['getOrderCareTaskList']>>> {
  const { accountId } = member.scope;
  const where = "account_id = $1 and cause = 'orderCare' and ($2::text is null or care_kind = $2)";
  const values = [accountId, kind ?? null];
  const [found, counted, config] = await Promise.all([
    transaction.query<TaskRow & { care_kind: OrderCareKind }>(
      `select * from bulk_send_task where ${where} order by task_id desc limit $3 offset $4`,
      [...values, pageSize, (pageNo - 1) * pageSize],
    ),
    transaction.query<{ count: number }>(
      `select count(*)::integer as count from bulk_send_task where ${where}`,
      values,
    ),
    readSendConfig(transaction, accountId),
  ]);
  const pauses = await readPauses(transaction, found.rows, config, now);
  return success({
    tasks: found.rows.map((row) => toView(row, pauses.get(row.task_id) ?? [])),
    totalCount: counted.rows[0]?.count ?? 0,
  });
}

const steering = ({ transaction, member, now }: Context): Steering => ({
  transaction,
  accountId: member.scope.accountId,
  cause: 'orderCare',
  now,
});

export async function stopOrderCare(context: Context, { taskId }: CallInput<Calls['stopOrderCare']>): Promise<Done> {
  const refused = await stopTask(steering(context), taskId);
  return refused === null ? success({}) : fail(refused);
}

export async function continueOrderCare(
  context: Context,
  { taskId }: CallInput<Calls['continueOrderCare']>,
): Promise<Done> {
  const refused = await continueTask(steering(context), taskId);
  return refused === null ? success({}) : fail(refused);
}

export async function retryOrderCare(
  context: Context,
  { taskId }: CallInput<Calls['retryOrderCare']>,
): Promise<Answer<CallOutput<Calls['retryOrderCare']>>> {
  const retried = await retryTask(steering(context), taskId);
  return typeof retried === 'number' ? success({ retriedCount: retried }) : fail(retried);
}
