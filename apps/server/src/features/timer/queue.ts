import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import {
  asShopId,
  holds,
  type MemberId,
  TIMER_KEYS,
  TIMER_KINDS,
  TIMER_PAGE,
  type TimerKind,
  type TimerLasting,
  type TimerState,
} from '@pasar/domain';
import { stopTask } from '../../records/bulk-send-steer.ts';
import { tellTagRules } from '../../records/buyer-tag-rules.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { endAnswer, judgeAnswer, lockDueAnswer, planNext } from '../../records/due-answers.ts';
import type { Member } from '../../records/members.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.timer;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** Which names of tasks a kind has. A task that this table does not name is upkeep. */
const KIND = `case t.name when 'auto-reply' then 'autoReply' when 'bulk-action' then 'bulkAction'
    when 'buyer-tag-sweep' then 'buyerTags' when 'bulk-send' then b.cause when 'bulk-send-shop' then b.cause
    when 'order-care' then 'orderCare' else 'upkeep' end`;

/** Why a task cannot be stopped; null: it can. The other tasks are about a row that a stop changes. */
const LASTING = `case t.name when 'auto-reply' then null when 'bulk-send' then null when 'bulk-send-shop' then null
    when 'bulk-action' then null when 'buyer-tag-sweep' then case when w.rule_id is null then 'lostChanges' end
    when 'order-care' then 'orderCareSettings' else 'upkeep' end`;

/**
 * The tasks that the member may see: of a kind that its keys open, about something that row security shows it. `$1` has the
 * kinds, and `$2` the member whose own actions on many conversations alone are seen, null for all. What was given, stopped, or has ended is no longer in the queue, though the queue looks at it once more. `rank` is
 * the place of the state in the list.
 */
const SEEN = `select * from (select t.task_id, ${KIND} as kind, t.due_at, t.tries, t.most_tries, t.error,
      case when t.is_running then 'running' when t.tries >= t.most_tries then 'failed' else 'waiting' end as state,
      case when t.is_running then 2 when t.tries >= t.most_tries then 1 else 3 end as rank, ${LASTING} as lasting,
      coalesce(c.buyer_name, case b.cause when 'bulkSend' then b.name end, m.name) as subject,
      coalesce(q.shop_id, s.shop_id) as shop_id, q.queue_id, b.task_id as send_task_id, a.bulk_id, w.sweep_id
    from pasar_timer_tasks() t
      left join auto_reply_queue q on t.name = 'auto-reply' and q.queue_id::text = t.input ->> 'queueId' and q.state = 'waiting'
      left join conversation c on c.conversation_id = q.conversation_id
      left join bulk_send_task b on t.name in ('bulk-send', 'bulk-send-shop') and b.task_id::text = t.input ->> 'taskId'
        and b.state in ('wait', 'processing')
      left join shop s on t.name = 'bulk-send-shop' and s.shop_id::text = t.input ->> 'shopId'
      left join bulk_action a on t.name = 'bulk-action' and a.bulk_id::text = t.input ->> 'bulkId' and a.state = 'running'
      left join member m on m.member_id = a.member_id
      left join buyer_tag_sweep w on t.name = 'buyer-tag-sweep' and w.sweep_id::text = t.input ->> 'sweepId'
        and w.ended_at is null
    where case t.name when 'auto-reply' then q.queue_id is not null when 'bulk-send' then b.task_id is not null
      when 'bulk-send-shop' then b.task_id is not null when 'bulk-action' then a.bulk_id is not null and ($2::uuid is null or a.member_id = $2)
      when 'buyer-tag-sweep' then w.sweep_id is not null else true end) shown where kind = any($1::text[])`;

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
  readonly rank: number;
  readonly lasting: TimerLasting | null;
  readonly queue_id: string | null;
  readonly send_task_id: string | null;
  readonly bulk_id: string | null;
  readonly sweep_id: string | null;
}
type Counts = CallOutput<Calls['timerQueue']>['counts'];

function kindsOf({ grant }: Member): readonly TimerKind[] {
  return TIMER_KINDS.filter((kind) => {
    const key = TIMER_KEYS[kind];
    return key === null ? grant.isMain : holds(grant, key);
  });
}

/** The first values of a statement over `SEEN`. */
const shownTo = (member: Member) => [kindsOf(member), member.grant.isMain ? null : member.view.memberId] as const;

export async function timerQueue(
  { transaction, member }: Context,
  { kind, state, after }: CallInput<Calls['timerQueue']>,
): Promise<Answer<CallOutput<Calls['timerQueue']>>> {
  const [rank = null, dueAt = null, taskId = null] = after?.split('/') ?? [];
  // One look: the queue of all accounts is read for it, and has no index by account.
  const found = await transaction.query<Row & { readonly counts: Counts }>({
    name: 'timer-queue',
    text: `with seen as materialized (${SEEN})
      select counted.counts, page.* from (select coalesce(json_agg(by_kind), '[]') as counts
          from (select kind, state, count(*)::integer as count from seen group by kind, state order by kind, state) by_kind) counted
        left join lateral (select * from seen where ($3::text is null or state = $3) and ($4::text is null or kind = $4)
            and ($5::integer is null or (rank, due_at, task_id) > ($5::integer, $6::bigint, $7::bigint))
          order by rank, due_at, task_id limit $8) page on true`,
    values: [...shownTo(member), state ?? null, kind ?? null, rank, dueAt, taskId, TIMER_PAGE + 1],
  });
  const rows = found.rows.filter((row) => row.task_id !== null);
  const shown = rows.slice(0, TIMER_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return success({
    entries: shown.map((row) => ({
      taskId: row.task_id,
      kind: row.kind,
      state: row.state,
      subject: row.subject,
      shopId: row.shop_id === null ? null : asShopId(row.shop_id),
      dueAt: Number(row.due_at),
      tries: row.tries,
      mostTries: row.most_tries,
      error: member.grant.isMain ? (row.error?.split('\n')[0] ?? null) : null,
      lasting: row.lasting,
    })),
    next: last === undefined ? null : `${last.rank}/${last.due_at}/${last.task_id}`,
    counts: found.rows[0]?.counts ?? [],
  });
}

async function findTask({ transaction, member }: Pick<Context, 'transaction' | 'member'>, taskId: string) {
  const found = await transaction.query<Row>(`select * from (${SEEN}) seen where task_id = $3`, [
    ...shownTo(member),
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
  if (task.bulk_id !== null) return stopBulkAction({ transaction, member, now }, task.bulk_id);
  if (task.sweep_id !== null && task.lasting === null) {
    await transaction.query('update buyer_tag_sweep set ended_at = $2 where sweep_id = $1 and ended_at is null', [
      task.sweep_id,
      now,
    ]);
    await tellTagRules(transaction, member.scope.accountId);
    return success({});
  }
  return task.queue_id === null ? fail('not_found') : stopAnswer({ transaction, member, now }, task.queue_id);
}

/** The task finds that the answer does not wait any more. What the buyer has written since still gets its own. */
async function stopAnswer({ transaction, member, now }: Context, queueId: string): Promise<Done> {
  const { accountId } = member.scope;
  const due = await lockDueAnswer(transaction, queueId);
  if (due === null) return fail('not_found');
  const { row } = due;
  const { content, delayMinutes } = await judgeAnswer(transaction, accountId, due, now);
  await endAnswer(transaction, { accountId, queueId, shopId: row.shop_id, state: 'skipped', reason: 'withdrawn', now });
  if (row.kind === 'default' && content !== null) await planNext(transaction, row, delayMinutes);
  return success({});
}

/** The task finds that the action does not run any more. Its member is told. */
async function stopBulkAction({ transaction, member, now }: Context, bulkId: string): Promise<Done> {
  const stopped = await transaction.query<{ member_id: MemberId | null }>(
    "update bulk_action set state = 'stopped', ended_at = $2 where bulk_id = $1 and state = 'running' returning member_id",
    [bulkId, now],
  );
  const [action] = stopped.rows;
  if (action === undefined) return fail('not_found');
  const { accountId } = member.scope;
  const { member_id: memberId } = action;
  if (memberId !== null) {
    await appendChanges(transaction, accountId, [{ change: { kind: 'bulkActions' }, shopId: null, memberId }]);
  }
  return success({});
}
