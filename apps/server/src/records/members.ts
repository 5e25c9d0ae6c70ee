import { type MemberView, memberView } from '@pasar/api';
import {
  type AccountId,
  asAccountId,
  asMemberId,
  type Grant,
  type MemberId,
  OWN_LIMITS,
  PERMISSION_KEYS,
} from '@pasar/domain';
import { type Database, type Scope, wholeAccount } from '../storage/database.ts';
import type { AccountTable, MemberTable } from '../storage/gen/tables.ts';

type MemberRow = Readonly<
  Pick<MemberTable, 'member_id' | 'account_id' | 'username' | 'name' | 'is_main' | 'permission_code_list'> & {
    account_name: AccountTable['name'];
    /** Null when the query named no session. */
    is_session_due: boolean | null;
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
  return (await findMemberOf(database, { accountId, memberId, tokenHash: null }, emptyMeansAll))?.member ?? null;
}

/** The same, with whether the session of this token hash is to be prolonged, in one statement. */
export async function findMemberOf(
  database: Pick<Database, 'one'>,
  session: { readonly accountId: AccountId; readonly memberId: MemberId; readonly tokenHash: Buffer | null },
  emptyMeansAll: boolean,
): Promise<{ readonly member: Member; readonly isDue: boolean } | null> {
  const { accountId, memberId, tokenHash } = session;
  const found = await database.one<MemberRow>(wholeAccount(accountId), {
    name: 'find-member',
    text: `select m.member_id, m.account_id, a.name as account_name, m.username, m.name, m.is_main,
             m.permission_code_list, s.expires_at < now() + $3 * interval '1 millisecond' as is_session_due
           from member m join account a using (account_id) left join session s on s.token_hash = $2
           where m.member_id = $1`,
    values: [memberId, tokenHash, OWN_LIMITS.sessionLifeMs - OWN_LIMITS.sessionProlongMs],
  });
  const row = found.rows[0];
  return row ? { member: toMember(row, emptyMeansAll), isDue: row.is_session_due ?? false } : null;
}

function toMember(row: MemberRow, emptyMeansAll: boolean): Member {
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
