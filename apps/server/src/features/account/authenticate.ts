import { type AccountId, asAccountId, asMemberId, type MemberId } from '@pasar/domain';
import { findMember, type Member } from '../../records/members.ts';
import type { Database } from '../../storage/database.ts';
import { isPassword } from '../passwords.ts';

/** A username as `pasar_find_login` compares it: all spellings that find the same member give the same name. */
export async function comparedName(database: Pick<Database, 'query'>, username: string): Promise<string> {
  const [row] = await database.query<{ name: string }>('compared-name', 'select lower($1) as name', [username]);
  return row?.name ?? username;
}

/**
 * The member with this username and password; null for a wrong pair, in the same time whether or not the name exists.
 * `onWrong` is told whose password was wrong where the name exists, and must not take time.
 */
export async function authenticate(
  database: Database,
  username: string,
  password: string,
  emptyMeansAll: boolean,
  onWrong: (accountId: AccountId, memberId: MemberId) => void,
): Promise<Member | null> {
  const [found] = await database.query<{ account_id: string; member_id: string; password_hash: string }>(
    'find-login',
    'select account_id, member_id, password_hash from pasar_find_login($1)',
    [username],
  );
  const isRight = await isPassword(found?.password_hash ?? null, password);
  if (!found) return null;
  const [accountId, memberId] = [asAccountId(found.account_id), asMemberId(found.member_id)];
  if (isRight) return findMember(database, accountId, memberId, emptyMeansAll);
  onWrong(accountId, memberId);
  return null;
}
