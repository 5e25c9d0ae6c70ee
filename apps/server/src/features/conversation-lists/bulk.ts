import type { CALLS, CallInput, CallOutput, ConversationListing } from '@pasar/api';
import { asConversationId, asShopId, BULK_LIMITS, type BulkChange, inverseOf, type ReasonCode } from '@pasar/domain';
import { readArrangement } from '../../records/arrangement.ts';
import { mayAnswer } from '../../records/assignments.ts';
import { BULK_COLUMNS, type BulkRow, parseBulkChange, readBulk, toBulkView } from '../../records/bulk.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { matchingIds } from '../../records/conversation-list.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.conversationLists;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Beginning = Context & Pick<MemberContext, 'hasWindow'>;
type Target = CallInput<Calls['beginBulk']>['target'];

/**
 * Notes which conversations the action is about as the list is now, in one statement; the row of the action puts its task
 * into the queue.
 */
export async function beginBulk(
  context: Beginning,
  { setting, target }: CallInput<Calls['beginBulk']>,
): Promise<Answer<CallOutput<Calls['beginBulk']>>> {
  if (setting.kind === 'assign' && setting.memberId !== null && !(await isOnline(context, setting.memberId))) {
    return fail('target_not_online');
  }
  return begin(context, setting, null, (bulkId) => chosen(context, bulkId, target));
}

/** A member takes over what it likes; a colleague gets conversations only while online. */
async function isOnline({ transaction, member, hasWindow }: Beginning, memberId: string): Promise<boolean> {
  if (memberId === member.view.memberId) return true;
  const off = await transaction.query("select from member where member_id = $1 and chosen_presence = 'off'", [
    memberId,
  ]);
  return off.rowCount === 0 && (await hasWindow(member.scope.accountId, memberId));
}

/**
 * What is given back to a colleague is handed over like anything else (decision 68): where no colleague is online, the
 * action can be taken back later.
 */
export async function undoBulk(
  context: Beginning,
  { bulkId }: CallInput<Calls['undoBulk']>,
): Promise<Answer<CallOutput<Calls['undoBulk']>>> {
  const { transaction, member } = context;
  const { memberId } = member.scope;
  const absentIds = await absentOf(context, bulkId);
  if (absentIds === 'all') return fail('target_not_online');
  const locked = await transaction.query(
    `update bulk_action set is_undone = true
     where bulk_id = $1 and member_id = $2 and state <> 'running' and not is_undone and changed_count > 0`,
    [bulkId, memberId],
  );
  const row = await readBulk(transaction, member.view.memberId, bulkId);
  if (row === null) return fail('not_found');
  const inverse = inverseOf(parseBulkChange(row.setting));
  if (locked.rowCount !== 1 || inverse === null) return fail('invalid_request', 'this action cannot be taken back');
  return begin(context, inverse, bulkId, async (newId) => {
    const values: unknown[] = [newId, bulkId, absentIds];
    return {
      // What came since the first press is not touched: nothing newer is set aside or read.
      text: `insert into bulk_item (bulk_id, conversation_id, account_id, shop_id, up_to, was_assignee, outcome, reason)
        select $1, conversation_id, account_id, shop_id, coalesce(up_to, 0), was_assignee, case when is_absent then 'failed' else 'waiting' end,
          case when is_absent then 'target_not_online' end
        from bulk_item, coalesce(was_assignee = any($3::uuid[]), false) is_absent
        where bulk_id = $2 and outcome = 'changed'`,
      values,
    };
  });
}

/** The colleagues to whom an assignment would be given back and who are not online; `all`: there is nobody else. */
async function absentOf(context: Beginning, bulkId: string): Promise<readonly string[] | 'all'> {
  const found = await context.transaction.query<{ readonly was_assignee: string | null }>(
    `select distinct i.was_assignee from bulk_item i join bulk_action b using (bulk_id)
     where i.bulk_id = $1 and b.member_id = $2 and i.outcome = 'changed' and b.setting ->> 'kind' = 'assign'`,
    [bulkId, context.member.scope.memberId],
  );
  const absentIds: string[] = [];
  for (const { was_assignee: id } of found.rows) {
    if (id !== null && !(await isOnline(context, id))) absentIds.push(id);
  }
  return absentIds.length > 0 && absentIds.length === found.rows.length ? 'all' : absentIds;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

async function begin(
  { transaction, member, now }: Context,
  setting: BulkChange,
  undoes: string | null,
  itemsOf: (bulkId: string) => Promise<Statement>,
): Promise<Answer<{ readonly action: ReturnType<typeof toBulkView> }>> {
  const { accountId, memberId } = member.scope;
  const made = await transaction.query<{ bulk_id: string }>(
    `insert into bulk_action (account_id, member_id, setting, total, undoes, begun_at) values ($1, $2, $3, 0, $4, $5)
     returning bulk_id`,
    [accountId, memberId, JSON.stringify(setting), undoes, now],
  );
  const bulkId = made.rows[0]?.bulk_id ?? '';
  const { text, values } = await itemsOf(bulkId);
  const items = await transaction.query(text, values);
  await transaction.query('update bulk_action set total = $2 where bulk_id = $1', [bulkId, items.rowCount]);
  if (setting.kind === 'assign') await refuseShops(transaction, member, bulkId, '$4::uuid', [setting.memberId]);
  if (setting.kind === 'assignBack') await refuseShops(transaction, member, bulkId, 'i.was_assignee', []);
  await transaction.query(
    `update bulk_action set failed_count = (select count(*) from bulk_item where bulk_id = $1 and outcome = 'failed')
     where bulk_id = $1`,
    [bulkId],
  );
  const row = await readBulk(transaction, member.view.memberId, bulkId);
  if (row === null) return fail('not_found');
  await appendChanges(transaction, accountId, [{ change: { kind: 'bulkActions' }, shopId: null, memberId }]);
  return success({ action: toBulkView(row) });
}

/**
 * Conversations of shops in which the new assignee may not answer, or whose new assignee does not exist, have failed
 * already. `to`: the new assignee, with the values of its parameters from `$4` on.
 */
async function refuseShops(
  transaction: Transaction,
  member: Member,
  bulkId: string,
  to: string,
  values: readonly unknown[],
): Promise<void> {
  await transaction.query(
    `update bulk_item i set outcome = 'failed', reason = 'not_authorized_for_shop' where i.bulk_id = $3 and ${to} is not null
       and not exists (select from member m where m.member_id = ${to} and ${mayAnswer('$1', '$2', 'i.shop_id')})`,
    [member.scope.accountId, member.grant.emptyMeansAll, bulkId, ...values],
  );
}

async function chosen({ transaction, member, now }: Context, bulkId: string, target: Target): Promise<Statement> {
  const into = 'insert into bulk_item (bulk_id, conversation_id, account_id, shop_id, up_to, was_assignee)';
  if (target.kind === 'named') {
    return {
      text: `${into} select $1, c.conversation_id, c.account_id, c.shop_id, c.last_position, c.assignee_id from conversation c
        where c.conversation_id = any($2::uuid[])`,
      values: [bulkId, target.conversationIds],
    };
  }
  const values: unknown[] = [bulkId];
  const { hidden } = await readArrangement(transaction, member);
  const shown = { now, hidden, most: BULK_LIMITS.matching };
  const ids = matchingIds(
    member,
    target.listing satisfies ConversationListing,
    shown,
    (value) => `$${values.push(value)}`,
  );
  return {
    text: `${into} select $1, c.conversation_id, c.account_id, c.shop_id, c.last_position, c.assignee_id from conversation c
      where c.conversation_id in (${ids})`,
    values,
  };
}

export async function bulkActions({ transaction, member }: Context): Promise<Answer<CallOutput<Calls['bulkActions']>>> {
  const found = await transaction.query<BulkRow>({
    name: 'bulk-actions',
    text: `select ${BULK_COLUMNS} from bulk_action b where b.account_id = $1 and b.member_id = $2
      order by b.begun_at desc limit ${BULK_LIMITS.listed}`,
    values: [member.scope.accountId, member.scope.memberId],
  });
  return success({ actions: found.rows.map(toBulkView) });
}

export async function stopBulk(
  { transaction, member, now }: Context,
  { bulkId }: CallInput<Calls['stopBulk']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId, memberId } = member.scope;
  const stopped = await transaction.query(
    "update bulk_action set state = 'stopped', ended_at = $3 where bulk_id = $1 and member_id = $2 and state = 'running'",
    [bulkId, memberId, now],
  );
  if (stopped.rowCount !== 1) return fail('not_found');
  await appendChanges(transaction, accountId, [{ change: { kind: 'bulkActions' }, shopId: null, memberId }]);
  return success({});
}

export async function bulkFailures(
  { transaction, member }: Context,
  { bulkId, cursor }: CallInput<Calls['bulkFailures']>,
): Promise<Answer<CallOutput<Calls['bulkFailures']>>> {
  if ((await readBulk(transaction, member.view.memberId, bulkId)) === null) return fail('not_found');
  const found = await transaction.query<{
    readonly conversation_id: string;
    readonly shop_id: string;
    readonly buyer_name: string;
    readonly reason: ReasonCode;
  }>(
    `select i.conversation_id, i.shop_id, c.buyer_name, i.reason from bulk_item i join conversation c using (conversation_id)
     where i.bulk_id = $1 and i.outcome = 'failed' and ($2::uuid is null or i.conversation_id > $2)
     order by i.conversation_id limit ${FAILURES + 1}`,
    [bulkId, cursor ?? null],
  );
  const failures = found.rows.slice(0, FAILURES).map((row) => ({
    conversationId: asConversationId(row.conversation_id),
    shopId: asShopId(row.shop_id),
    buyerName: row.buyer_name,
    reason: row.reason,
  }));
  const next = found.rows.length > FAILURES ? (failures.at(-1)?.conversationId ?? null) : null;
  return success({ failures, next });
}
/** Failures of a page (our choice). */
const FAILURES = 100;
