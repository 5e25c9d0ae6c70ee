import { type MemberView, memberView } from '@pasar/api';
import { type AccountId, asAccountId, asMemberId, type Grant, type MemberId, PERMISSION_KEYS } from '@pasar/domain';
import { type Database, type Scope, wholeAccount } from '../storage/database.ts';
import type { AccountTable, MemberTable } from '../storage/gen/tables.ts';

export type MemberRow = Readonly<
  Pick<MemberTable, 'member_id' | 'account_id' | 'username' | 'name' | 'is_main' | 'permission_code_list'> & {
    account_name: AccountTable['name'];
  }
>;

/** A signed-in member. What a call may do and see follows from this alone. */
export interface Member {
  readonly view: MemberView;
  readonly grant: Grant;
  readonly scope: Scope;
}

/** The member inside its account; null when it was removed. `emptyMeansAll`: as in `Grant`. */
export async function findMember(
  database: Pick<Database, 'one'>,
  accountId: AccountId,
  memberId: MemberId,
  emptyMeansAll: boolean,
): Promise<Member | null> {
  const found = await database.one<MemberRow>(wholeAccount(accountId), {
    name: 'find-member',
    text: `select m.member_id, m.account_id, a.name as account_name, m.username, m.name, m.is_main, m.permission_code_list
           from member m join account a using (account_id) where m.member_id = $1`,
    values: [memberId],
  });
  const row = found.rows[0];
  return row ? toMember(row, emptyMeansAll) : null;
}

export function toMember(row: MemberRow, emptyMeansAll: boolean): Member {
  const view = memberView.parse({
    memberId: row.member_id,
    accountId: row.account_id,
    accountName: row.account_name,
    username: row.username,
    name: row.name,
    isMain: row.is_main,
    permissionCodeList: row.is_main ? [...PERMISSION_KEYS] : row.permission_code_list,
    emptyMeansAll,
  });
  const ids = { accountId: asAccountId(row.account_id), memberId: asMemberId(row.member_id) };
  return {
    view,
    grant: view,
    scope: { ...ids, shops: row.is_main ? 'all' : 'granted' },
  };
}
