import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS, type OrderCareKind } from '@pasar/domain';
import { claimPictures, withOwnPictures } from '../../records/automatic-pictures.ts';
import { type TaskRow, tellTasks } from '../../records/bulk-send.ts';
import { type RecipientsText, takeOverStopped, writeRecipients } from '../../records/bulk-send-judged.ts';
import { readTask } from '../../records/bulk-send-steer.ts';
import {
  type CareContent,
  contentFor,
  contentsOfCare,
  judgingOfSending,
  lockCare,
  namedOrders,
  ordersAtStage,
  rangeSince,
  readCareContents,
} from '../../records/order-care.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { type CareShop, readShops } from './shops.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Added = Answer<CallOutput<Calls['saveOrderCareTaskItemList']>>;

export async function createOrderCareTask(
  context: Context,
  target: CallInput<Calls['createOrderCareTask']>,
): Promise<Answer<CallOutput<Calls['createOrderCareTask']>>> {
  const { kind, range, timeZone, shopIds } = target;
  const shops = await readShops(context.transaction, shopIds);
  if (shops === null) return fail('not_found');
  const recipients = ordersAtStage(kind, shopIds, {
    since: rangeSince(range, timeZone, context.now),
    now: context.now,
  });
  const made = await makeTask(context, { kind, shops, target, recipients });
  return made.ok ? success({ taskId: made.data.taskId }) : made;
}

export async function saveOrderCareTaskItemList(
  context: Context,
  { taskId, kind, orders }: CallInput<Calls['saveOrderCareTaskItemList']>,
): Promise<Added> {
  const { transaction, member } = context;
  const shops = await readShops(
    transaction,
    orders.map(({ shopId }) => shopId),
  );
  if (shops === null || !(await areThere(context, orders))) return fail('not_found');
  const recipients = namedOrders(orders);
  if (kind !== undefined) return makeTask(context, { kind, shops, target: { orders }, recipients });
  const task = taskId === undefined ? null : await readTask(transaction, 'orderCare', taskId);
  if (task === null || task.care_kind === null) return fail('not_found');
  // Its orders are those that became due that day, and a member's choice would go out by the account's settings.
  if (task.care_day !== null) return fail('bulk_send_state');
  if (task.total + orders.length > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  await lockCare(transaction, member.scope.accountId);
  const { waiting } = await countItems(context, task.task_id);
  await fill(context, task, { kind: task.care_kind, contents: await contentsOfCare(transaction, task), recipients });
  const addedCount = (await countItems(context, task.task_id)).waiting - waiting;
  // A task that has ended begins again, and a task that was stopped waits for its continuation.
  if (addedCount > 0) {
    await transaction.query(
      `update bulk_send_task set state = 'wait', ended_at = null
       where task_id = $1 and state in ('wait', 'processing', 'finish')`,
      [task.task_id],
    );
  }
  await tellTasks(transaction, member.scope.accountId, 'orderCare');
  return success({ taskId: task.task_id, addedCount });
}

async function areThere(
  { transaction }: Context,
  orders: readonly { readonly shopId: string; readonly orderId: string }[],
): Promise<boolean> {
  const found = await transaction.query(
    `select from unnest($1::uuid[], $2::text[]) as named (shop_id, order_id)
     where not exists (select from shop_order o where o.shop_id = named.shop_id and o.order_id = named.order_id) limit 1`,
    [orders.map(({ shopId }) => shopId), orders.map(({ orderId }) => orderId)],
  );
  return found.rowCount === 0;
}

interface NewTask {
  readonly kind: OrderCareKind;
  readonly shops: readonly CareShop[];
  readonly target: object;
  readonly recipients: RecipientsText;
}

/**
 * Stores a task with a copy of the contents as they are, so that it sends what its preview has shown, and its orders. What
 * only the orders tell is refused by taking back all of it, so that the orders of a stopped task wait there as before.
 */
async function makeTask(context: Context, { kind, shops, target, recipients }: NewTask): Promise<Added> {
  const { transaction, member, now } = context;
  const { accountId, memberId } = member.scope;
  await lockCare(transaction, accountId);
  const current = await readCareContents(transaction, accountId, kind);
  if (!shops.some(({ country }) => contentFor(current, country) !== null)) return fail('content_empty');
  const open = await transaction.query<{ count: number }>(
    `select count(*)::integer as count from bulk_send_task
     where cause = 'orderCare' and member_id = $1 and care_day is null and state in ('wait', 'processing')`,
    [memberId],
  );
  if ((open.rows[0]?.count ?? 0) >= BULK_SEND_LIMITS.open) return fail('task_create_failed');
  const contents: CareContent[] = [];
  for (const { country, content } of current) {
    contents.push({ country, content: await withOwnPictures(transaction, content) });
  }
  await transaction.query('savepoint making');
  const made = await transaction.query<TaskRow>(
    `insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions, content,
       created_at, cause, care_kind)
     values ($1, $2, $3, '', 'immediate', $4, $5, '{}', $6, $7, 'orderCare', $8) returning *`,
    [
      accountId,
      memberId,
      member.view.name,
      BULK_SEND_LIMITS.intervalSeconds.usual,
      JSON.stringify(target),
      JSON.stringify(contents),
      now,
      kind,
    ],
  );
  const [task] = made.rows;
  if (task === undefined) throw new Error('the task was not returned');
  await fill(context, task, { kind, contents, recipients });
  const { total, waiting } = await countItems(context, task.task_id);
  const refused =
    total > BULK_SEND_LIMITS.recipients ? 'bulk_send_too_many' : waiting === 0 ? 'no_shops_to_urge' : null;
  if (refused !== null) {
    await transaction.query('rollback to savepoint making');
    return fail(refused);
  }
  await claimPictures(transaction, task.task_id, ...contents.map(({ content }) => content));
  await tellTasks(transaction, accountId, 'orderCare');
  return success({ taskId: task.task_id, addedCount: waiting });
}

async function fill(
  { transaction, member, now }: Context,
  { task_id: taskId }: TaskRow,
  about: {
    readonly kind: OrderCareKind;
    readonly contents: readonly CareContent[];
    readonly recipients: RecipientsText;
  },
): Promise<void> {
  const { accountId } = member.scope;
  const { kind, contents, recipients } = about;
  const judging = await judgingOfSending(transaction, accountId, { kind, contents, now });
  await takeOverStopped(transaction, { recipients, judging });
  await writeRecipients(transaction, { taskId, accountId, recipients, judging });
}

async function countItems(
  { transaction }: Context,
  taskId: string,
): Promise<{ readonly total: number; readonly waiting: number }> {
  const found = await transaction.query<{ total: number; waiting: number }>(
    `select count(*)::integer as total, (count(*) filter (where state = 'wait'))::integer as waiting
     from bulk_send_item where task_id = $1`,
    [taskId],
  );
  return found.rows[0] ?? { total: 0, waiting: 0 };
}
