import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { findAssignee, mayAnswer, type NamedMember, putAssignee } from '../../records/assignments.ts';
import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.together;
/** The history that a conversation shows (our choice). */
const SHOWN_ASSIGNMENTS = 50;

/** The member who makes a call, for a history. */
export const callerOf = ({ view }: Member): NamedMember => ({ memberId: asMemberId(view.memberId), name: view.name });

/**
 * Assigns a conversation to a member or to nobody. The same call again changes nothing. A conversation that has become
 * another member's meanwhile stays so, because the person has not seen it.
 */
export async function assign(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { conversationId, from, to, note }: CallInput<Calls['assign']>,
): Promise<Answer<CallOutput<Calls['assign']>>> {
  const { accountId } = member.scope;
  const { emptyMeansAll } = member.grant;
  const before = await lockConversation(transaction, conversationId);
  if (before === null) return fail('not_found');
  const assignee =
    to === null
      ? null
      : await findAssignee(transaction, accountId, { memberId: to, shopId: before.shop_id, emptyMeansAll });
  if (to !== null && assignee === null) return fail('not_found');
  const waiting = assignee === null ? 0 : await countWaiting(transaction, accountId, assignee.memberId);
  if (before.assignee_id === to) {
    if (to === member.view.memberId && note) return fail('forward_to_yourself');
    return success({ conversation: toConversationView(before), waiting });
  }
  if (before.assignee_id !== null && before.assignee_id !== from) return fail('conversation_of_another_member');
  const change = await putAssignee(transaction, accountId, before, {
    by: callerOf(member),
    to: assignee,
    note: note || null,
    at: now,
  });
  await appendChanges(transaction, accountId, [change]);
  const isOneMore = before.waiting_since !== null && before.status !== 'closed';
  return success({
    conversation: toConversationView({ ...before, assignee_id: to }),
    waiting: assignee !== null && isOneMore ? waiting + 1 : waiting,
  });
}

async function lockConversation(transaction: Transaction, conversationId: string): Promise<ConversationRow | null> {
  const found = await transaction.query<ConversationRow>({
    name: 'lock-assigned',
    text: `select ${CONVERSATION_COLUMNS} from conversation where conversation_id = $1 for update`,
    values: [conversationId],
  });
  return found.rows[0] ?? null;
}

/** Counted up to here, far above the limit, so that a neglected member costs nothing (our choice). */
const COUNTED_WAITING = 50;
/** Of a member, as far as the caller sees the shops. A closed conversation does not count. */
const WAITING = (assignee: string) => `(select count(*)::integer from (select from conversation c
  where c.account_id = $1 and c.assignee_id = ${assignee} and c.waiting_since is not null and c.status <> 'closed'
  order by c.waiting_since limit ${COUNTED_WAITING}) waits)`;

export async function countWaiting(transaction: Transaction, accountId: string, memberId: string): Promise<number> {
  const found = await transaction.query<{ waiting: number }>({
    name: 'waiting-of-assignee',
    text: `select ${WAITING('$2')} as waiting`,
    values: [accountId, memberId],
  });
  return found.rows[0]?.waiting ?? 0;
}

export async function assignees(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId }: CallInput<Calls['assignees']>,
): Promise<Answer<CallOutput<Calls['assignees']>>> {
  const shop = await transaction.query<{ shop_id: string }>({
    name: 'shop-of-assigned',
    text: 'select shop_id from conversation where conversation_id = $1',
    values: [conversationId],
  });
  const shopId = shop.rows[0]?.shop_id;
  if (shopId === undefined) return fail('not_found');
  const found = await transaction.query<{ member_id: string; name: string; waiting: number }>({
    name: 'assignees',
    text: `select m.member_id, m.name, ${WAITING('m.member_id')} as waiting from member m
      where ${mayAnswer('$1', '$2', '$3')} order by lower(m.name), m.member_id`,
    values: [member.scope.accountId, member.grant.emptyMeansAll, shopId],
  });
  return success({
    members: found.rows.map(({ member_id: memberId, name, waiting }) => ({ memberId, name, waiting })),
  });
}

interface AssignmentRow {
  readonly assignment_id: string;
  readonly at: string;
  readonly by_name: string | null;
  readonly from_name: string | null;
  readonly to_name: string | null;
  readonly note: string | null;
}

export async function assignments(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { conversationId }: CallInput<Calls['assignments']>,
): Promise<Answer<CallOutput<Calls['assignments']>>> {
  const [seen, found] = await Promise.all([
    transaction.query({
      name: 'sees-assigned',
      text: 'select from conversation where conversation_id = $1',
      values: [conversationId],
    }),
    transaction.query<AssignmentRow>({
      name: 'assignments',
      text: `select assignment_id, at, by_name, from_name, to_name, note from conversation_assignment
        where conversation_id = $1 order by at desc, assignment_id desc limit ${SHOWN_ASSIGNMENTS}`,
      values: [conversationId],
    }),
  ]);
  if (seen.rowCount === 0) return fail('not_found');
  return success({
    assignments: found.rows.map((row) => ({
      assignmentId: row.assignment_id,
      at: Number(row.at),
      by: row.by_name,
      from: row.from_name,
      to: row.to_name,
      note: row.note,
    })),
  });
}
