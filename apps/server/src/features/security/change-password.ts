import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { endOtherSessions } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { hashPassword, isPassword, newPasswordFault } from '../passwords.ts';

type SecurityCalls = typeof CALLS.security;

/** A wrong present password counts as one at the login, so that an open window is no place to guess it. */
export async function changePassword(
  { database, member, token, address, loginLimits }: SessionContext,
  { present, password }: CallInput<SecurityCalls['changePassword']>,
): Promise<Answer<CallOutput<SecurityCalls['changePassword']>>> {
  if (member === null) return fail('authorization_expired');
  const { scope, view } = member;
  const fault = await newPasswordFault(password, view.username);
  if (fault !== null) return fail(fault);
  const attempt = loginLimits.begin(address, view.username.toLowerCase());
  if (attempt === null) return fail('too_frequent');
  const found = await database.one<{ password_hash: string }>(scope, {
    name: 'own-password',
    text: 'select password_hash from member where member_id = $1',
    values: [scope.memberId],
  });
  const stored = found.rows[0]?.password_hash ?? null;
  if (!(await isPassword(stored, present))) return fail('present_password_wrong');
  attempt.succeeded();
  const passwordHash = await hashPassword(password);
  return database.within(scope, async (transaction) => {
    const changed = await transaction.query(
      'update member set password_hash = $2 where member_id = $1 and password_hash = $3',
      [scope.memberId, passwordHash, stored],
    );
    if (changed.rowCount === 0) return fail('present_password_wrong');
    await endOtherSessions(transaction, asMemberId(member.view.memberId), token);
    return success({});
  });
}
