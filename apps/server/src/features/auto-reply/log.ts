import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import {
  type AutoReplyArrival,
  type AutoReplyKind,
  type AutoReplyReason,
  asConversationId,
  asShopId,
} from '@pasar/domain';
import { faultOf } from '../../records/bulk-send-listed.ts';
import { endAnswer, judgeAnswer, lockDueAnswer, partsOfAnswer, targetOf } from '../../records/due-answers.ts';
import type { Give } from '../../records/ordered-list.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.autoReply;
const PAGE = 50;

interface LogRow {
  readonly queue_id: string;
  readonly shop_id: string;
  readonly conversation_id: string;
  readonly buyer_name: string;
  readonly text: string | null;
  readonly written_at: string;
  readonly kind: AutoReplyKind;
  readonly keyword: string | null;
  readonly due_at: string;
  readonly state: 'waiting' | 'answered' | 'skipped';
  readonly reason: AutoReplyReason | null;
  readonly ended_at: string | null;
  readonly answers: readonly string[];
  readonly arrival: AutoReplyArrival | null;
}

export async function autoReplyLog(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { state, shopId, replyType, before }: CallInput<Calls['autoReplyLog']>,
): Promise<Answer<CallOutput<Calls['autoReplyLog']>>> {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const where = ['q.account_id = (select pasar_account())'];
  if (state !== undefined) where.push(`q.state = ${give(state)}`);
  if (shopId !== undefined) where.push(`q.shop_id = ${give(shopId)}::uuid`);
  if (replyType !== undefined) where.push(`q.kind = ${give(replyType)}`);
  if (before !== undefined) where.push(`q.queue_id < ${give(before)}::uuid`);
  // Nothing is joined, so that the page walks the index of what is asked for.
  const found = await transaction.query<LogRow>(
    builtStatement(
      `select q.queue_id, q.shop_id, q.conversation_id, q.written_at, q.kind, q.keyword, q.due_at, q.state, q.reason,
         q.ended_at, q.answers, case when q.state = 'answered' then (
           select case when coalesce(bool_or(d.state in ('pending', 'claimed', 'intent', 'doubted')), false) then 'onTheWay'
             when coalesce(bool_or(d.state = 'unconfirmed'), false) then 'unconfirmed' else 'arrived' end
           from delivery d where d.auto_reply_id = q.queue_id) end as arrival,
         (select c.buyer_name from conversation c where c.conversation_id = q.conversation_id) as buyer_name,
         (select m.content->>'text' from message m where m.message_id = q.message_id and m.status = 'available') as text
       from auto_reply_queue q where ${where.join(' and ')} order by q.queue_id desc limit ${PAGE + 1}`,
      values,
    ),
  );
  const entries = found.rows.slice(0, PAGE).map((row) => ({
    queueId: row.queue_id,
    shopId: asShopId(row.shop_id),
    conversationId: asConversationId(row.conversation_id),
    buyerName: row.buyer_name,
    text: row.text,
    writtenAt: Number(row.written_at),
    replyType: row.kind,
    keyword: row.keyword,
    dueAt: Number(row.due_at),
    state: row.state,
    reason: row.reason,
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    answers: [...row.answers],
    arrival: row.arrival,
  }));
  return success({ entries, next: found.rows.length > PAGE ? (entries.at(-1)?.queueId ?? null) : null });
}

/**
 * Taken by the same rules by which the task of the answer gives it. Then nobody else gives it: the task finds that it does not
 * wait any more.
 */
export async function getAutoReplyLock(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { messageId }: CallInput<Calls['getAutoReplyLock']>,
): Promise<Answer<CallOutput<Calls['getAutoReplyLock']>>> {
  const { accountId } = member.scope;
  const found = await transaction.query<{ queue_id: string }>(
    "select queue_id from auto_reply_queue where message_id = $1 and state = 'waiting' and due_at <= $2",
    [messageId, now],
  );
  const queueId = found.rows[0]?.queue_id;
  const due = queueId === undefined ? null : await lockDueAnswer(transaction, queueId);
  if (queueId === undefined || due === null) return success({ isLocked: false });
  const { content, reason } = await judgeAnswer(transaction, accountId, due, now);
  if (reason !== null || content === null) return success({ isLocked: false });
  const parts = await partsOfAnswer(transaction, content, targetOf(due));
  if (faultOf(parts, due.conversation.marketplace) !== null) return success({ isLocked: false });
  const { shop_id: shopId } = due.row;
  await endAnswer(transaction, { accountId, queueId, shopId, state: 'skipped', reason: 'taken', now });
  return success({ isLocked: true });
}
