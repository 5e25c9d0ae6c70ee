import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS, type Country, isQuiet, quietOf } from '@pasar/domain';
import { readSendConfig, tellTasks } from '../../records/bulk-send.ts';
import { endLostLease } from '../../records/bulk-send-handed.ts';
import { readTask } from '../../records/bulk-send-steer.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Lease = Answer<CallOutput<Calls['lockTimerTask']>>;
const { leaseMs } = BULK_SEND_LIMITS;

/** Recipients who wait, and those whom a program has and has not told of. */
const IS_OPEN = "(i.state = 'wait' or (i.state = 'sent' and i.handed_at is not null))";

/** A program sends in all shops of a task, so one stopped shop with open recipients is enough to refuse it (ours). */
const NOT_STOPPED = `not exists (select from automatic_stop s where s.shop_id is null or exists (select from bulk_send_item i
  where i.task_id = bulk_send_task.task_id and i.shop_id = s.shop_id and ${IS_OPEN}))`;

/** The shops' runs see the lease before each message, and look again until it is over. */
export async function lockTimerTask(
  { transaction, member, now }: Context,
  { taskId }: CallInput<Calls['lockTimerTask']>,
): Promise<Lease> {
  if ((await readTask(transaction, 'bulkSend', taskId)) === null) return fail('not_found');
  // What the program had before it lost its lease is not handed out again.
  if ((await endLostLease(transaction, taskId, now)) > 0)
    await tellTasks(transaction, member.scope.accountId, 'bulkSend');
  if (await isQuietSomewhere({ transaction, member, now }, taskId)) return success({ isLocked: false, leaseMs });
  const taken = await transaction.query(
    `update bulk_send_task set host_id = $2, host_until = $3::bigint + ${leaseMs}, host_since = coalesce(host_since, $3),
       host_wrote_unasked = host_wrote_unasked or (host_since is not null and not host_asks), host_asks = false
     where task_id = $1 and state in ('wait', 'processing') and (host_id = $2 or coalesce(host_until, 0) <= $3)
       and ${NOT_STOPPED}`,
    [taskId, member.view.memberId, now],
  );
  return success({ isLocked: taken.rowCount === 1, leaseMs });
}

export async function heartbeat(
  { transaction, member, now }: Context,
  { taskId }: CallInput<Calls['heartbeat']>,
): Promise<Lease> {
  if (await isQuietSomewhere({ transaction, member, now }, taskId)) return success({ isLocked: false, leaseMs });
  const renewed = await transaction.query(
    `update bulk_send_task set host_until = $3::bigint + ${leaseMs}
     where task_id = $1 and state in ('wait', 'processing') and host_id = $2 and host_until > $3
       and ${NOT_STOPPED}`,
    [taskId, member.view.memberId, now],
  );
  return success({ isLocked: renewed.rowCount === 1, leaseMs });
}

/** Whether one of the shops with open recipients has its quiet hours (ours, as with a stopped shop). */
async function isQuietSomewhere({ transaction, member, now }: Context, taskId: string): Promise<boolean> {
  const config = await readSendConfig(transaction, member.scope.accountId);
  const found = await transaction.query<{ country: Country }>(
    `select distinct s.country from bulk_send_item i join shop s using (shop_id) where i.task_id = $1 and ${IS_OPEN}`,
    [taskId],
  );
  return found.rows.some(({ country }) => isQuiet(now, quietOf(config, country), country));
}

/**
 * Counts as long as no other program has taken the task, also when the lease is over: what the program has sent, the server must
 * not send again. What the server has sent in the meantime does not wait any more.
 */
export async function updateBatchSendTaskResult(
  { transaction, member, now }: Context,
  { taskId, results }: CallInput<Calls['updateBatchSendTaskResult']>,
): Promise<Answer<Record<string, never>>> {
  const held = await transaction.query('select from bulk_send_task where task_id = $1 and host_id = $2', [
    taskId,
    member.view.memberId,
  ]);
  if (held.rowCount !== 1) return fail('bulk_send_state');
  await transaction.query(
    `update bulk_send_item i set state = told.state, sent_at = coalesce(i.sent_at, $5), ended_at = $5, detail = told.detail,
       reason = case told.state when 'fail' then $6 end, handed_at = coalesce(i.handed_at, t.host_since, $5),
       handed_to = coalesce(i.handed_to, (select c.buyer_id from conversation c where c.conversation_id = i.conversation_id),
         i.buyer_id),
       handed_messages = coalesce(i.handed_messages, jsonb_array_length(t.content -> 'parts'))
     from unnest($2::uuid[], $3::text[], $4::text[]) told (item_id, state, detail)
       cross join (select host_since, content from bulk_send_task where task_id = $1) t
     where i.task_id = $1 and i.item_id = told.item_id and (i.state = 'wait'
       or (i.state in ('sent', 'unconfirmed') and i.handed_at is not null)
       or (i.state = 'unconfirmed' and not exists (select from delivery d where d.bulk_item_id = i.item_id)))`,
    [
      taskId,
      results.map(({ itemId }) => itemId),
      results.map(({ state }) => state),
      results.map(({ detail }) => detail ?? null),
      now,
      'send_failed',
    ],
  );
  await tellTasks(transaction, member.scope.accountId, 'bulkSend');
  return success({});
}

/** A time to come counts as now: it would count for the cap until then. */
export async function saveSendMessageLogs(
  { transaction, member, now }: Context,
  { logs }: CallInput<Calls['saveSendMessageLogs']>,
): Promise<Answer<Record<string, never>>> {
  await transaction.query(
    `insert into send_message_log (account_id, shop_id, conversation_id, sent_at)
     select $1, c.shop_id, c.conversation_id, least(told.sent_at, $4)
     from unnest($2::uuid[], $3::bigint[]) told (conversation_id, sent_at) join conversation c using (conversation_id)
     on conflict do nothing`,
    [member.scope.accountId, logs.map(({ conversationId }) => conversationId), logs.map(({ sentAt }) => sentAt), now],
  );
  return success({});
}
