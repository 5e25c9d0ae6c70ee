import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { endOtherSessions } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { hashPassword, newPasswordFault } from '../passwords.ts';
import { presentPasswordFault } from '../present-password.ts';

type SecurityCalls = typeof CALLS.security;

/** Of two changes at the same time the later wins, as both knew the present password. */
export async function changePassword(
  context: SessionContext,
  { present, password }: CallInput<SecurityCalls['changePassword']>,
): Promise<Answer<CallOutput<SecurityCalls['changePassword']>>> {
  const { database, member, token } = context;
  if (member === null) return fail('authorization_expired');
  const { scope, view } = member;
  const fault =
    (await newPasswordFault(password, view.username)) ?? (await presentPasswordFault(context, member, present));
  if (fault !== null) return fail(fault);
  const passwordHash = await hashPassword(password);
  return database.within(scope, async (transaction) => {
    await transaction.query('update member set password_hash = $2 where member_id = $1', [view.memberId, passwordHash]);
    await endOtherSessions(transaction, asMemberId(view.memberId), token);
    return success({});
  });
}
