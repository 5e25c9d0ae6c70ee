import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { OrderCareKind } from '@pasar/domain';
import { readPauses, readSendConfig, type TaskRow } from '../../records/bulk-send.ts';
import { continueTask, readTask, retryTask, type Steering, stopTask } from '../../records/bulk-send-steer.ts';
import { readCareSetting } from '../../records/order-care.ts';
import { ownTasks, toProgress } from '../../records/send-task-views.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Done = Answer<Record<string, never>>;

type CareRow = TaskRow & { readonly care_kind: OrderCareKind };

export async function getOrderCareTaskList(
  { transaction, member, now }: Context,
  { kind, pageNo, pageSize }: CallInput<Calls['getOrderCareTaskList']>,
): Promise<Answer<CallOutput<Calls['getOrderCareTaskList']>>> {
  const { accountId } = member.scope;
  const [whose, id] = ownTasks(member);
  const where = `${whose} and cause = 'orderCare' and ($2::text is null or care_kind = $2)`;
  const values = [id, kind ?? null];
  const [found, counted, config] = await Promise.all([
    transaction.query<CareRow>(`select * from bulk_send_task where ${where} order by task_id desc limit $3 offset $4`, [
      ...values,
      pageSize,
      (pageNo - 1) * pageSize,
    ]),
    transaction.query<{ count: number }>(
      `select count(*)::integer as count from bulk_send_task where ${where}`,
      values,
    ),
    readSendConfig(transaction, accountId),
  ]);
  const pauses = await readPauses(transaction, found.rows, config, now);
  return success({
    tasks: found.rows.map((row) => ({
      ...toProgress(row, pauses.get(row.task_id) ?? []),
      kind: row.care_kind,
      isAutomatic: row.care_day !== null,
      author: row.author,
    })),
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

/** Held until the end of the transaction: the setting cannot change meanwhile. */
async function isKindOff({ transaction, member }: Context, taskId: string): Promise<boolean> {
  const task = await readTask(transaction, 'orderCare', taskId);
  if (task === null || task.care_day === null || task.care_kind === null) return false;
  const { accountId } = member.scope;
  await transaction.query('select from order_care_setting where account_id = $1 for share', [accountId]);
  return !(await readCareSetting(transaction, accountId)).reminders[task.care_kind].isOn;
}

/** What waits in the automatic task of a kind that is off goes on when the kind is switched on. */
export async function continueOrderCare(
  context: Context,
  { taskId }: CallInput<Calls['continueOrderCare']>,
): Promise<Done> {
  if (await isKindOff(context, taskId)) return fail('order_care_off');
  const refused = await continueTask(steering(context), taskId);
  return refused === null ? success({}) : fail(refused);
}

export async function retryOrderCare(
  context: Context,
  { taskId }: CallInput<Calls['retryOrderCare']>,
): Promise<Answer<CallOutput<Calls['retryOrderCare']>>> {
  if (await isKindOff(context, taskId)) return fail('order_care_off');
  const retried = await retryTask(steering(context), taskId);
  return typeof retried === 'number' ? success({ retriedCount: retried }) : fail(retried);
}
