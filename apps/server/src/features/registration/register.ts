import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asAccountId } from '@pasar/domain';
import { takeCode } from '../../records/entrance-codes.ts';
import { findMember } from '../../records/members.ts';
import { openSession } from '../../records/sessions.ts';
import { wholeAccount } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { hashPassword, newPasswordFault } from '../passwords.ts';
import { insertAccount } from './new-account.ts';

type RegistrationCalls = typeof CALLS.registration;
type Registered = Answer<CallOutput<RegistrationCalls['register']>>;

/** The sub-accounts' names begin with a name of the server's choice: the number is nothing for colleagues to know. */
export const register = (
  context: SessionContext,
  input: CallInput<RegistrationCalls['register']>,
): Promise<Registered> => makeAccount(context, input, { username: input.mobile, handle: '' });

export const registerAbroad = (
  context: SessionContext,
  input: CallInput<RegistrationCalls['abroad_register']>,
): Promise<Registered> =>
  makeAccount(context, input, { username: input.email, handle: input.email.split('@')[0] ?? '' });

interface Entered {
  readonly codeId: string;
  readonly validateCode: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly referralCode?: string | undefined;
  readonly qq?: string | undefined;
}

/** The code is taken before the password is hashed, so that a guess costs the server little. */
async function makeAccount(
  context: SessionContext,
  { codeId, validateCode, password, confirmPassword, referralCode, qq }: Entered,
  { username, handle }: { readonly username: string; readonly handle: string },
): Promise<Registered> {
  const { database, secrets, emptyMeansAll, userAgent, address } = context;
  if (!(await context.mayRegister())) return fail('registration_closed');
  const fault = password === confirmPassword ? await newPasswordFault(password, username) : 'password_mismatch';
  if (fault !== null) return fail(fault);
  const attempt = context.loginLimits.begin(address, `code ${codeId}`);
  if (attempt === null) return fail('too_frequent');
  const proven = await takeCode(database, secrets, {
    purpose: 'register',
    codeId,
    code: validateCode,
    target: username,
  });
  if (proven === null) return fail('verification_code_wrong');
  attempt.succeeded();
  if (proven.member !== null) return fail('account_exists');
  const passwordHash = await hashPassword(password);
  const accountId = asAccountId(crypto.randomUUID());
  const memberId = await database
    .within(wholeAccount(accountId), async (transaction) => {
      const made = await insertAccount(transaction, {
        accountId,
        accountName: username,
        handle,
        username,
        name: username,
        passwordHash,
      });
      if (made === null) throw new UsernameTaken();
      await transaction.query('insert into registration (account_id, referral_code, qq) values ($1, $2, $3)', [
        accountId,
        referralCode ?? null,
        qq ?? null,
      ]);
      return made;
    })
    .catch((error: unknown) => {
      if (error instanceof UsernameTaken) return null;
      throw error;
    });
  const member = memberId && (await findMember(database, accountId, memberId, emptyMeansAll));
  if (member === null) return fail('account_exists');
  context.signIn(await openSession(database, member, { userAgent, address }), member);
  return success({ member: member.view });
}

/** Gives the transaction up: another request with a code for the same target was faster. */
class UsernameTaken extends Error {}
