import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';
import { readTask } from '../../records/bulk-send-steer.ts';
import { type ItemRow, toOutcome } from '../../records/send-task-views.ts';
import { type Answer, fail, success } from '../answer.ts';
import { shopWithin } from '../find-shop.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.bulkSend.bulkSendDistribution;

/** Of tasks that the member sees, the recipients in shops that the member sees. */
export async function bulkSendDistribution(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { taskId, shopId, state, after }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  if (taskId !== undefined && (await readTask(transaction, 'bulkSend', taskId)) === null) return fail('not_found');
  if (shopId !== undefined && !(await shopWithin(transaction, shopId)).ok) return fail('not_found');
  const values: unknown[] = [];
  const give = (value: unknown) => `$${values.push(value)}`;
  const where = [
    'i.care_kind is null',
    // One of them chooses the index: the planner takes a shop and its account for independent of each other.
    shopId === undefined ? `i.account_id = ${give(member.scope.accountId)}` : `i.shop_id = ${give(shopId)}`,
    ...(taskId === undefined ? [] : [`i.task_id = ${give(taskId)}`]),
    ...(state === undefined ? [] : [`i.state = ${give(state)}`]),
    ...(after === undefined ? [] : [`i.item_id < ${give(after)}`]),
  ].join(' and ');
  const found = await transaction.query<ItemRow & { readonly task_name: string }>(
    `select i.*, t.name as task_name from bulk_send_item i join bulk_send_task t using (task_id)
     where ${where} order by i.item_id desc limit ${BULK_SEND_LIMITS.distributionPage + 1}`,
    values,
  );
  const rows = found.rows.slice(0, BULK_SEND_LIMITS.distributionPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return success({
    items: rows.map((row) => ({
      ...toOutcome(row),
      orderNumber: row.order_number,
      taskId: row.task_id,
      taskName: row.task_name,
    })),
    next: last?.item_id ?? null,
  });
}
