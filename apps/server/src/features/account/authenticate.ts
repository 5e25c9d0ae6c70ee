import { asAccountId, asMemberId } from '@pasar/domain';
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
 */
export async function authenticate(
  database: Database,
  username: string,
  password: string,
  emptyMeansAll: boolean,
): Promise<Member | null> {
  const [found] = await database.query<{ account_id: string; member_id: string; password_hash: string }>(
    'find-login',
    'select account_id, member_id, password_hash from pasar_find_login($1)',
    [username],
  );
  const isRight = await isPassword(found?.password_hash ?? null, password);
  if (!found || !isRight) return null;
  return findMember(database, asAccountId(found.account_id), asMemberId(found.member_id), emptyMeansAll);
}
