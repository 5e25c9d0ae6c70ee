import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import {
  type AutoReplyReason,
  asShopId,
  holds,
  TIMER_KEYS,
  TIMER_KINDS,
  TIMER_PAGE,
  type TimerKind,
  type TimerState,
} from '@pasar/domain';
import { stopTask } from '../../records/bulk-send-steer.ts';
import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.timer;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** Which names of tasks a kind has. A task that this table does not name is upkeep. */
const KIND = `case t.name when 'auto-reply' then 'autoReply' when 'bulk-action' then 'bulkAction'
    when 'buyer-tag-sweep' then 'buyerTags' when 'bulk-send' then b.cause when 'bulk-send-shop' then b.cause
    else 'upkeep' end`;

/**
 * The tasks that the member may see: of a kind that its keys open, about something that row security shows it. `$1` has the
 * kinds. An answer that was given or withdrawn, and a task that has ended, are no longer in the queue, though the queue looks
 * at them once more.
 */
const SEEN = `select * from (select t.task_id, ${KIND} as kind, t.due_at, t.tries, t.most_tries, t.error,
      case when t.is_running then 'running' when t.tries >= t.most_tries then 'failed' else 'waiting' end as state,
      coalesce(c.buyer_name, case b.cause when 'bulkSend' then b.name end) as subject, coalesce(q.shop_id, s.shop_id) as shop_id, q.queue_id,
      b.task_id as send_task_id
    from pasar_timer_tasks() t
      left join auto_reply_queue q on t.name = 'auto-reply' and q.queue_id::text = t.input ->> 'queueId' and q.state = 'waiting'
      left join conversation c on c.conversation_id = q.conversation_id
      left join bulk_send_task b on t.name in ('bulk-send', 'bulk-send-shop') and b.task_id::text = t.input ->> 'taskId'
        and b.state in ('wait', 'processing')
      left join shop s on t.name = 'bulk-send-shop' and s.shop_id::text = t.input ->> 'shopId'
    where case t.name when 'auto-reply' then q.queue_id is not null when 'bulk-send' then b.task_id is not null
      when 'bulk-send-shop' then b.task_id is not null else true end) shown where kind = any($1::text[])`;

interface Row {
  readonly task_id: string;
  readonly kind: TimerKind;
  readonly due_at: string;
  readonly tries: number;
  readonly most_tries: number;
  readonly error: string | null;
  readonly state: TimerState;
  readonly subject: string | null;
  readonly shop_id: string | null;
  readonly queue_id: string | null;
  readonly send_task_id: string | null;
}

function kindsOf({ grant }: Member): readonly TimerKind[] {
  return TIMER_KINDS.filter((kind) => {
    const key = TIMER_KEYS[kind];
    return key === null ? grant.isMain : holds(grant, key);
  });
}

export async function timerQueue(
  { transaction, member }: Context,
  { state, pageNo }: CallInput<Calls['timerQueue']>,
): Promise<Answer<CallOutput<Calls['timerQueue']>>> {
  // One look: the queue of all accounts is read for it, and has no index by account.
  const found = await transaction.query<Row & { readonly counts: Partial<Record<TimerState, number>> }>({
    name: 'timer-queue',
    text: `with seen as materialized (${SEEN})
      select counted.counts, page.* from (select coalesce(json_object_agg(state, number), '{}') as counts
          from (select state, count(*) as number from seen group by state) by_state) counted
        left join lateral (select * from seen where $2::text is null or state = $2
          order by array_position(array['failed', 'running', 'waiting'], state), due_at, task_id
          limit $3 offset $4) page on true`,
    values: [kindsOf(member), state ?? null, TIMER_PAGE + 1, (pageNo - 1) * TIMER_PAGE],
  });
  const counts = found.rows[0]?.counts ?? {};
  const rows = found.rows.filter((row) => row.task_id !== null);
  return success({
    entries: rows.slice(0, TIMER_PAGE).map((row) => ({
      taskId: row.task_id,
      kind: row.kind,
      state: row.state,
      subject: row.subject,
      shopId: row.shop_id === null ? null : asShopId(row.shop_id),
      dueAt: Number(row.due_at),
      tries: row.tries,
      mostTries: row.most_tries,
      error: member.grant.isMain ? (row.error?.split('\n')[0] ?? null) : null,
      canStop: row.queue_id !== null || row.send_task_id !== null,
    })),
    next: rows.length > TIMER_PAGE ? pageNo + 1 : null,
    counts: { failed: counts.failed ?? 0, running: counts.running ?? 0, waiting: counts.waiting ?? 0 },
  });
}

async function findTask({ transaction, member }: Pick<Context, 'transaction' | 'member'>, taskId: string) {
  const found = await transaction.query<Row>(`select * from (${SEEN}) seen where task_id = $2`, [
    kindsOf(member),
    taskId,
  ]);
  return found.rows[0] ?? null;
}

type Done = Answer<Record<string, never>>;

export async function retryTimerTask(
  { transaction, member }: Context,
  { taskId }: CallInput<Calls['retryTimerTask']>,
): Promise<Done> {
  if ((await findTask({ transaction, member }, taskId)) === null) return fail('not_found');
  const retried = await transaction.query<{ is_there: boolean }>('select pasar_retry_timer_task($1) as is_there', [
    taskId,
  ]);
  return retried.rows[0]?.is_there === true ? success({}) : fail('not_found');
}

export async function stopTimerTask(
  { transaction, member, now }: Context,
  { taskId }: CallInput<Calls['stopTimerTask']>,
): Promise<Done> {
  const task = await findTask({ transaction, member }, taskId);
  if (task === null) return fail('not_found');
  if (task.send_task_id !== null && (task.kind === 'bulkSend' || task.kind === 'orderCare')) {
    const { accountId } = member.scope;
    const refused = await stopTask({ transaction, accountId, cause: task.kind, now }, task.send_task_id);
    return refused === null ? success({}) : fail(refused);
  }
  if (task.queue_id === null) return fail('not_found');
  // The task finds that the answer does not wait any more.
  const reason: AutoReplyReason = 'withdrawn';
  await transaction.query(
    `update auto_reply_queue set state = 'skipped', reason = $3, ended_at = $2 where queue_id = $1 and state = 'waiting'`,
    [task.queue_id, now, reason],
  );
  await appendChanges(transaction, member.scope.accountId, [
    { change: { kind: 'autoReply' }, shopId: task.shop_id === null ? null : asShopId(task.shop_id), memberId: null },
  ]);
  return success({});
}
