import type { CALLS, CallInput, CallOutput, QuickReplyGroupView } from '@pasar/api';
import type { Transaction } from '../../storage/database.ts';
import type { QuickReplyGroupTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { tellQuickReplies } from './tell.ts';

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
export type GroupRow = Readonly<Pick<QuickReplyGroupTable, 'group_id' | 'member_id' | 'name'>>;

const toGroupView = (row: GroupRow): QuickReplyGroupView => ({
  groupId: row.group_id,
  name: row.name,
  isPersonal: row.member_id !== null,
});

/** Shared groups first, each part in the order in which the groups were made. */
export async function selectGroups(transaction: Transaction): Promise<readonly GroupRow[]> {
  const found = await transaction.query<GroupRow>({
    name: 'quick-reply-groups',
    text: `select group_id, member_id, name from quick_reply_group where account_id = (select pasar_account())
           order by member_id nulls first, created_at, group_id`,
  });
  return found.rows;
}

/** Null for a group that the member does not have. */
export async function findGroup(transaction: Transaction, groupId: string): Promise<GroupRow | null> {
  const found = await transaction.query<GroupRow>(
    'select group_id, member_id, name from quick_reply_group where group_id = $1',
    [groupId],
  );
  return found.rows[0] ?? null;
}

export async function addGroup({ transaction, member, now }: Context, name: string, isPersonal: boolean) {
  const added = await transaction.query<GroupRow>(
    `insert into quick_reply_group (account_id, member_id, name, created_at) values ($1, $2, $3, $4)
     returning group_id, member_id, name`,
    [member.scope.accountId, isPersonal ? member.view.memberId : null, name, now],
  );
  const [row] = added.rows;
  if (row === undefined) throw new Error('the new group was not returned');
  return row;
}

export async function getGroupList({
  transaction,
}: Pick<Context, 'transaction'>): Promise<Answer<CallOutput<Calls['getGroupList']>>> {
  return success({ groups: (await selectGroups(transaction)).map(toGroupView) });
}

export async function saveGroup(
  context: Context,
  { groupId, name, isPersonal }: CallInput<Calls['saveGroup']>,
): Promise<Answer<CallOutput<Calls['saveGroup']>>> {
  const { transaction, member } = context;
  const row = groupId === undefined ? await addGroup(context, name, isPersonal) : await rename(context, groupId, name);
  if (row === null) return fail('not_found');
  await tellQuickReplies(transaction, member, row.member_id);
  return success({ group: toGroupView(row) });
}

async function rename({ transaction }: Context, groupId: string, name: string): Promise<GroupRow | null> {
  const renamed = await transaction.query<GroupRow>(
    'update quick_reply_group set name = $2 where group_id = $1 returning group_id, member_id, name',
    [groupId, name],
  );
  return renamed.rows[0] ?? null;
}

/** The replies of the group go with it, those that the member does not see included. */
export async function deleteGroup(
  { transaction, member }: Context,
  { groupId }: CallInput<Calls['deleteGroup']>,
): Promise<Answer<CallOutput<Calls['deleteGroup']>>> {
  const deleted = await transaction.query<Pick<GroupRow, 'member_id'>>(
    'delete from quick_reply_group where group_id = $1 returning member_id',
    [groupId],
  );
  const [row] = deleted.rows;
  if (row === undefined) return fail('not_found');
  await tellQuickReplies(transaction, member, row.member_id);
  return success({});
}
