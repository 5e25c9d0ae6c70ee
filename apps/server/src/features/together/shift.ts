import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { countWaiting, isLoad, mayAnswer, putAssignee, roomOf } from '../../records/assignments.ts';
import { appendChanges, type NewChange } from '../../records/change-feed.ts';
import { tellPresence } from '../../records/presence.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { callerOf } from './assign.ts';

type Calls = typeof CALLS.together;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now' | 'hasWindow'>;

/** Kept with the member, so that it holds in every window and after a reload. */
export async function setPresence(
  { transaction, member }: Context,
  { presence }: CallInput<Calls['setPresence']>,
): Promise<Answer<CallOutput<Calls['setPresence']>>> {
  const { accountId } = member.scope;
  const { memberId } = member.view;
  await transaction.query('update member set chosen_presence = $2 where member_id = $1', [
    memberId,
    presence === 'auto' ? null : presence,
  ]);
  await tellPresence(transaction, { presence: 'chosen', accountId, memberId });
  return success({ waiting: await countWaiting(transaction, memberId) });
}

export async function waitingForMe({
  transaction,
  member,
}: Pick<MemberContext, 'transaction' | 'member'>): Promise<Answer<CallOutput<Calls['waitingForMe']>>> {
  const { memberId } = member.view;
  const others = await transaction.query(
    'select from member where account_id = $1 and member_id <> $2 and not is_token limit 1',
    [member.scope.accountId, memberId],
  );
  return success({ waiting: others.rowCount === 0 ? 0 : await countWaiting(transaction, memberId) });
}

/**
 * The buyers who wait for the caller now, all of them or none, so that the colleague stays within the limit. Those of shops
 * that the colleague does not see, and those of closed conversations, stay with the caller.
 */
export async function handOver(
  { transaction, member, now, hasWindow }: Context,
  { to, note }: CallInput<Calls['handOver']>,
): Promise<Answer<CallOutput<Calls['handOver']>>> {
  const { accountId } = member.scope;
  const { memberId, emptyMeansAll } = member.view;
  if (to === memberId) return fail('forward_to_yourself');
  let assignee = null;
  if (to !== null) {
    const found = await transaction.query<{ name: string; chosen_presence: string | null }>(
      'select name, chosen_presence from member where account_id = $1 and member_id = $2 and not is_token',
      [accountId, to],
    );
    const [row] = found.rows;
    if (row === undefined) return fail('not_found');
    if (row.chosen_presence === 'off' || !(await hasWindow(accountId, to))) return fail('target_not_online');
    assignee = { memberId: asMemberId(to), name: row.name };
  }
  const mine = await transaction.query<ConversationRow & { may_go: boolean }>(
    `select ${CONVERSATION_COLUMNS}, $4::uuid is null or status <> 'closed' and exists (
       select from member m where m.member_id = $4 and ${mayAnswer('$1', '$3', 'conversation.shop_id')}) as may_go
     from conversation where account_id = $1 and assignee_id = $2 and waiting_since is not null
     order by conversation_id for update`,
    [accountId, memberId, emptyMeansAll, to],
  );
  const going = mine.rows.filter(({ may_go: mayGo }) => mayGo);
  const load = going.filter(isLoad).length;
  if (to !== null && load > 0 && (await roomOf(transaction, accountId, to, memberId)) < load) {
    return fail('member_at_limit');
  }
  const changes: NewChange[] = [];
  for (const row of going) {
    const step = { by: callerOf(member), to: assignee, note: note || null, at: now };
    changes.push(...(await putAssignee(transaction, accountId, row, step)));
  }
  await appendChanges(transaction, accountId, changes);
  return success({ handedOver: going.length, kept: mine.rows.length - going.length });
}
