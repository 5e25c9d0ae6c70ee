import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type AutoReplyKind, type AutoReplyReason, asConversationId, asShopId } from '@pasar/domain';
import { endAnswer, judgeAnswer, lockDueAnswer } from '../../records/due-answers.ts';
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
}

export async function autoReplyLog(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { state, before }: CallInput<Calls['autoReplyLog']>,
): Promise<Answer<CallOutput<Calls['autoReplyLog']>>> {
  const found = await transaction.query<LogRow>({
    name: 'auto-reply-log',
    text: `select q.queue_id, q.shop_id, q.conversation_id, c.buyer_name, case when m.status = 'available' then
             m.content->>'text' end as text, q.written_at, q.kind, q.keyword, q.due_at, q.state, q.reason, q.ended_at,
             q.answers
           from auto_reply_queue q join conversation c using (conversation_id) join message m using (message_id)
           where q.account_id = (select pasar_account()) and ($1::text is null or q.state = $1)
             and ($2::uuid is null or q.queue_id < $2)
           order by q.queue_id desc limit ${PAGE + 1}`,
    values: [state ?? null, before ?? null],
  });
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
  const { reason } = await judgeAnswer(transaction, accountId, due, now);
  if (reason !== null) return success({ isLocked: false });
  const { shop_id: shopId } = due.row;
  await endAnswer(transaction, { accountId, queueId, shopId, state: 'skipped', reason: 'taken', now });
  return success({ isLocked: true });
}
