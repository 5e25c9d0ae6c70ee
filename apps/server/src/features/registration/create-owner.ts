import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asAccountId } from '@pasar/domain';
import { findMember } from '../../records/members.ts';
import { isOwnerLink, takeOwnerLink } from '../../records/owner-link.ts';
import { openSession } from '../../records/sessions.ts';
import { wholeAccount } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { hashPassword, newPasswordFault } from '../passwords.ts';
import { insertAccount } from './new-account.ts';

type RegistrationCalls = typeof CALLS.registration;

/** The link is looked at before the password is hashed, so that a stranger costs the server nothing. */
export async function createOwner(
  context: SessionContext,
  { token, email, name, accountName, password }: CallInput<RegistrationCalls['createOwner']>,
): Promise<Answer<CallOutput<RegistrationCalls['createOwner']>>> {
  const { database, emptyMeansAll, userAgent, address } = context;
  if (!(await isOwnerLink(database, token))) return fail('owner_link_invalid');
  const fault = await newPasswordFault(password, email);
  if (fault !== null) return fail(fault);
  const passwordHash = await hashPassword(password);
  const accountId = asAccountId(crypto.randomUUID());
  const memberId = await database.within(wholeAccount(accountId), async (transaction) => {
    if (!(await takeOwnerLink(transaction, token))) return null;
    const handle = email.split('@')[0] ?? '';
    // The server has no account yet, so that nobody has the username.
    return insertAccount(transaction, {
      accountId,
      accountName: accountName || name,
      handle,
      username: email,
      name,
      passwordHash,
    });
  });
  const member = memberId && (await findMember(database, accountId, memberId, emptyMeansAll));
  if (member === null) return fail('owner_link_invalid');
  context.signIn(await openSession(database, member, { userAgent, address }), member);
  return success({ member: member.view });
}
