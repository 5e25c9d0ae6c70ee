import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type AccountId, asShopId, ORDER_CARE_KINDS, type OrderCareKind } from '@pasar/domain';
import { beginAgain, tellTasks, withdrawWaiting } from '../../records/bulk-send.ts';
import { continueUntold, type Steering, stopUntold } from '../../records/bulk-send-steer.ts';
import type { NewChange } from '../../records/change-feed.ts';
import { readCareSetting } from '../../records/order-care.ts';
import { marketplacesWith, startReading } from '../../records/readings.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { readShops } from './shops.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** Of the chosen shops a member is told those that it sees. */
export async function getOrderCareSettings({
  transaction,
  member,
}: Pick<Context, 'transaction' | 'member'>): Promise<Answer<CallOutput<Calls['getOrderCareSettings']>>> {
  const { reminders, shopIds } = await readCareSetting(transaction, member.scope.accountId);
  if (shopIds === null) return success({ reminders, shopIds });
  const seen = await transaction.query<{ shop_id: string }>(
    'select shop_id from shop where shop_id = any($1::uuid[]) order by shop_id',
    [shopIds],
  );
  return success({ reminders, shopIds: seen.rows.map((row) => asShopId(row.shop_id)) });
}

export async function saveOrderCareSettings(
  { transaction, member, now }: Context,
  { reminders, shopIds }: CallInput<Calls['saveOrderCareSettings']>,
): Promise<Answer<Record<string, never>>> {
  if (shopIds !== null && (await readShops(transaction, shopIds)) === null) return fail('not_found');
  const { accountId } = member.scope;
  // A look for due orders holds the row, and what it plans is seen below.
  await transaction.query('select from order_care_setting where account_id = $1 for update', [accountId]);
  const before = await readCareSetting(transaction, accountId);
  const since = Object.fromEntries(
    ORDER_CARE_KINDS.filter((kind) => reminders[kind].isOn).map((kind) => [
      kind,
      (before.reminders[kind].isOn ? before.since[kind] : undefined) ?? now,
    ]),
  );
  await transaction.query(
    `insert into order_care_setting (account_id, reminders, since, shop_ids, is_on) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set reminders = excluded.reminders, since = excluded.since,
       shop_ids = excluded.shop_ids, is_on = excluded.is_on`,
    [
      accountId,
      JSON.stringify(reminders),
      JSON.stringify(since),
      shopIds,
      ORDER_CARE_KINDS.some((kind) => reminders[kind].isOn),
    ],
  );
  const steering: Steering = { transaction, accountId, cause: 'orderCare', now };
  await lockOpen(transaction, accountId);
  const changes: NewChange[] = [];
  for (const kind of ORDER_CARE_KINDS) {
    const [was, is] = [before.reminders[kind].isOn, reminders[kind].isOn];
    if (was && !is) changes.push(...(await stopAll(steering, kind)));
    else if (!was && is) await continueToday(steering, kind);
  }
  if (shopIds !== null) changes.push(...(await leaveOutOthers(transaction, accountId, shopIds)));
  await tellTasks(transaction, accountId, 'orderCare', changes);
  if (Object.keys(since).length > 0) await beginToRead({ transaction, accountId, now }, shopIds);
  return success({});
}

/**
 * Nothing is read for an account before a member wants it, and an order that is not read is never due: whoever lets
 * messages about orders go by themselves wants the orders. A reading that a member has stopped stays stopped.
 */
async function beginToRead(
  { transaction, accountId, now }: Pick<Steering, 'transaction' | 'accountId' | 'now'>,
  among: readonly string[] | null,
): Promise<void> {
  const unread = await transaction.query<{ shop_id: string }>(
    `select shop_id from shop s where marketplace = any($1) and ($2::uuid[] is null or shop_id = any($2))
       and not exists (select from reading r where r.shop_id = s.shop_id and r.subject = 'orders') order by shop_id`,
    [marketplacesWith('orders'), among],
  );
  const shopIds = unread.rows.map((row) => asShopId(row.shop_id));
  if (shopIds.length > 0) await startReading(transaction, { accountId, subject: 'orders', shopIds, now });
}

/** Who moves a recipient locks it before its task, so the open recipients are locked before the first task here too. */
async function lockOpen(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query(
    `select from bulk_send_item where state in ('wait', 'sent') and task_id in (
       select task_id from bulk_send_task where account_id = $1 and care_day is not null and open > 0)
     order by item_id for update`,
    [accountId],
  );
}

async function stopAll(steering: Steering, kind: OrderCareKind): Promise<readonly NewChange[]> {
  const changes: NewChange[] = [];
  const found = await steering.transaction.query<{ task_id: string }>(
    `select task_id from bulk_send_task where account_id = $1 and care_kind = $2 and care_day is not null
       and state in ('wait', 'processing') order by task_id`,
    [steering.accountId, kind],
  );
  for (const { task_id: taskId } of found.rows) changes.push(...(await stopUntold(steering, taskId)).changes);
  return changes;
}

async function continueToday(steering: Steering, kind: OrderCareKind): Promise<void> {
  const found = await steering.transaction.query<{ task_id: string }>(
    `select task_id from bulk_send_task where account_id = $1 and care_kind = $2 and care_day = $3 and state = 'stopped'`,
    [steering.accountId, kind, new Date(steering.now).toISOString().slice(0, 10)],
  );
  for (const { task_id: taskId } of found.rows) await continueUntold(steering, taskId);
}

/** What waits by itself for buyers of shops that are not chosen any more is withdrawn, and would be planned again. */
async function leaveOutOthers(
  transaction: Transaction,
  accountId: AccountId,
  shopIds: readonly string[],
): Promise<readonly NewChange[]> {
  const changes: NewChange[] = [];
  const found = await transaction.query<{ task_id: string; others: string[] }>(
    `select t.task_id, array_agg(distinct i.shop_id::text) as others
     from bulk_send_task t join bulk_send_item i using (task_id)
     where t.account_id = $1 and t.care_day is not null and i.state in ('wait', 'sent') and i.shop_id <> all($2::uuid[])
     group by t.task_id order by t.task_id`,
    [accountId, shopIds],
  );
  for (const { task_id: taskId, others } of found.rows) {
    changes.push(...(await withdrawWaiting(transaction, accountId, taskId, others)));
    await transaction.query(
      `delete from bulk_send_item where task_id = $1 and shop_id = any($2::uuid[]) and state = 'wait' and done_parts = '{}'`,
      [taskId, others],
    );
  }
  // Buyers who have a part of the message get the others.
  await beginAgain(
    transaction,
    found.rows.map((row) => row.task_id),
  );
  return changes;
}
