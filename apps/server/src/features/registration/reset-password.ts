import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { takeCode } from '../../records/entrance-codes.ts';
import { findMember } from '../../records/members.ts';
import { endOtherSessions } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { hashPassword, newPasswordFault } from '../passwords.ts';
import { passwordChangedMail } from './mail-texts.ts';

type RegistrationCalls = typeof CALLS.registration;

/**
 * All sessions of the member end; the member then logs in with the new password, and with the second factor, which
 * stays. The code is looked at before the password is hashed, so that a guess costs the server little.
 */
export async function resetPassword(
  context: SessionContext,
  { codeId, validateCode, password, confirmPassword }: CallInput<RegistrationCalls['resetPassword']>,
): Promise<Answer<CallOutput<RegistrationCalls['resetPassword']>>> {
  const { database, secrets, emptyMeansAll, address, mailer, locale } = context;
  const fault = password === confirmPassword ? await newPasswordFault(password, '') : 'password_mismatch';
  if (fault !== null) return fail(fault);
  const attempt = context.loginLimits.begin(address, `code ${codeId}`);
  if (attempt === null) return fail('too_frequent');
  const proven = await takeCode(database, secrets, { purpose: 'reset', codeId, code: validateCode, target: null });
  if (proven?.member == null) return fail('verification_code_wrong');
  attempt.succeeded();
  const { accountId, memberId } = proven.member;
  const member = await findMember(database, accountId, memberId, emptyMeansAll);
  if (member === null) return fail('verification_code_wrong');
  const ownFault = await newPasswordFault(password, member.view.username);
  if (ownFault !== null) return fail(ownFault);
  const passwordHash = await hashPassword(password);
  await database.within(member.scope, async (transaction) => {
    await transaction.query('update member set password_hash = $2 where member_id = $1', [memberId, passwordHash]);
    await endOtherSessions(transaction, memberId, null);
  });
  context.actAs(member);
  const { username } = member.view;
  if (username.includes('@')) void mailer?.send({ to: username, ...passwordChangedMail(locale) });
  return success({});
}
