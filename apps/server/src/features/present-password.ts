import type { Member } from '../records/members.ts';
import type { SessionContext } from './handler.ts';
import { isPassword } from './passwords.ts';

/**
 * Why this is not the member's present password; null where it is. A wrong one counts as one at the login, so that an
 * open window is no place to guess it.
 */
export async function presentPasswordFault(
  { database, loginLimits, address }: Pick<SessionContext, 'database' | 'loginLimits' | 'address'>,
  { scope, view }: Member,
  present: string,
): Promise<'too_frequent' | 'present_password_wrong' | null> {
  const attempt = loginLimits.begin(address, view.username.toLowerCase());
  if (attempt === null) return 'too_frequent';
  const found = await database.one<{ password_hash: string }>(scope, {
    name: 'own-password',
    text: 'select password_hash from member where member_id = $1',
    values: [view.memberId],
  });
  if (!(await isPassword(found.rows[0]?.password_hash ?? null, present))) return 'present_password_wrong';
  attempt.succeeded();
  return null;
}
