import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import {
  countWaiting,
  findAssignee,
  isLoad,
  mayAnswer,
  type NamedMember,
  putAssignee,
  roomOf,
  waitingLimit,
  waitingOf,
} from '../../records/assignments.ts';
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
 * another member's meanwhile stays so, because the person has not seen it. A colleague gets none that is closed, none
 * without being online, and none above the limit.
 */
export async function assign(
  { transaction, member, now, hasWindow }: Pick<MemberContext, 'transaction' | 'member' | 'now' | 'hasWindow'>,
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
  if (assignee?.mayAnswer === false) return fail('not_authorized_for_shop');
  const limit = await waitingLimit(transaction, accountId);
  const answered = async (row: ConversationRow) => {
    const waiting = assignee === null ? 0 : await countWaiting(transaction, assignee.memberId);
    return success({ conversation: toConversationView(row), waiting, limit });
  };
  if (before.assignee_id === to) {
    // A note goes with a hand-over: without one nobody would find it.
    if (note) return fail(to === member.view.memberId ? 'forward_to_yourself' : 'conversation_of_another_member');
    return answered(before);
  }
  if (before.assignee_id !== null && before.assignee_id !== from) return fail('conversation_of_another_member');
  const isForwarded = assignee !== null && to !== member.view.memberId;
  if (isForwarded && before.status === 'closed') return fail('conversation_closed');
  if (isForwarded && (assignee.isOff || !(await hasWindow(accountId, assignee.memberId))))
    return fail('target_not_online');
  if (assignee !== null && isLoad(before)) {
    const room = await roomOf(transaction, accountId, assignee.memberId, member.view.memberId);
    if (room < 1) return fail('member_at_limit');
  }
  const changes = await putAssignee(transaction, accountId, before, {
    by: callerOf(member),
    to: assignee,
    note: note || null,
    at: now,
  });
  const answer = await answered({ ...before, assignee_id: to });
  await appendChanges(transaction, accountId, changes);
  return answer;
}

async function lockConversation(transaction: Transaction, conversationId: string): Promise<ConversationRow | null> {
  const found = await transaction.query<ConversationRow>({
    name: 'lock-assigned',
    text: `select ${CONVERSATION_COLUMNS} from conversation where conversation_id = $1 for update`,
    values: [conversationId],
  });
  return found.rows[0] ?? null;
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
    text: `select m.member_id, m.name, ${waitingOf('m.member_id')} as waiting from member m
      where ${mayAnswer('$1', '$2', '$3')} order by lower(m.name), m.member_id`,
    values: [member.scope.accountId, member.grant.emptyMeansAll, shopId],
  });
  return success({
    members: found.rows.map(({ member_id: memberId, name, waiting }) => ({ memberId, name, waiting })),
    limit: await waitingLimit(transaction, member.scope.accountId),
  });
}

interface AssignmentRow {
  readonly assignment_id: string;
  readonly at: string;
  readonly by_name: string | null;
  readonly rule_name: string | null;
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
      text: `select assignment_id, at, by_name, rule_name, from_name, to_name, note from conversation_assignment
        where conversation_id = $1 order by at desc, assignment_id desc limit ${SHOWN_ASSIGNMENTS}`,
      values: [conversationId],
    }),
  ]);
  if (seen.rowCount === 0) return fail('not_found');
  return success({
    assignments: found.rows.map((row) => ({
      assignmentId: row.assignment_id,
      at: Number(row.at),
      cause:
        row.rule_name === null
          ? { kind: 'member' as const, name: row.by_name }
          : { kind: 'rule' as const, name: row.rule_name },
      from: row.from_name,
      to: row.to_name,
      note: row.note,
    })),
  });
}
