import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asAccountId, asMemberId } from '@pasar/domain';
import { findMember } from '../../records/members.ts';
import { isOwnerLink, takeOwnerLink } from '../../records/owner-link.ts';
import { openSession } from '../../records/sessions.ts';
import { wholeAccount } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { hashPassword, newPasswordFault } from '../passwords.ts';

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
    await transaction.query('insert into account (account_id, name, handle) values ($1, $2, pasar_free_handle($3))', [
      accountId,
      accountName || name,
      email.split('@')[0] ?? '',
    ]);
    await transaction.query('insert into account_counter (account_id) values ($1)', [accountId]);
    const inserted = await transaction.query<{ member_id: string }>(
      `insert into member (account_id, username, name, password_hash, is_main) values ($1, $2, $3, $4, true)
       returning member_id`,
      [accountId, email, name, passwordHash],
    );
    return asMemberId(inserted.rows[0]?.member_id ?? '');
  });
  const member = memberId && (await findMember(database, accountId, memberId, emptyMeansAll));
  if (member === null) return fail('owner_link_invalid');
  context.signIn(await openSession(database, member, { userAgent, address }), member);
  return success({ member: member.view });
}
