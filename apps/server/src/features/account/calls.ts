import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { LOCALES } from '@pasar/domain';
import { passFactor } from '../../records/second-factor.ts';
import { closeSession, openSession } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import { FACTOR_FAULTS, factorOwner } from '../factor-owner.ts';
import { aboutSession, type HandlersOf, type SessionContext, withoutTransaction } from '../handler.ts';
import { authenticate, comparedName } from './authenticate.ts';

/** The username of a member who registered by phone is the mobile number. */
async function logIn(
  context: SessionContext,
  username: string,
  { password, code, isRemembered = true }: Omit<CallInput<typeof CALLS.account.login>, 'mobile'>,
): Promise<Answer<CallOutput<typeof CALLS.account.login>>> {
  const { database, emptyMeansAll, loginLimits, address, userAgent } = context;
  const attempt = loginLimits.begin(address, await comparedName(database, username));
  if (attempt === null) return fail('too_frequent');
  const member = await authenticate(database, username, password, emptyMeansAll, (accountId, memberId) =>
    context.failedLogins.note({ accountId, memberId, address, action: 'login_failed' }),
  );
  if (!member) return fail('wrong_account_or_password');
  // The password was right, so this is no guess of one; wrong codes are counted for the member.
  attempt.succeeded();
  const owner = factorOwner(context, member);
  const outcome = await database.within(member.scope, (transaction) => passFactor(transaction, owner, code ?? null));
  if (outcome === 'wrong') context.failedLogins.note({ ...owner, address, action: 'login_code_failed' });
  if (outcome !== 'passed') return fail(FACTOR_FAULTS[outcome]);
  context.signIn(await openSession(database, member, { userAgent, address }, isRemembered), member, isRemembered);
  return success({ member: member.view });
}

export const ACCOUNT_HANDLERS: HandlersOf<typeof CALLS.account> = {
  login: aboutSession((context, { mobile, ...input }) => logIn(context, mobile, input)),
  abroad_login: aboutSession((context, { email, ...input }) => logIn(context, email, input)),
  loginOut: aboutSession(async (context) => {
    const { token, member } = context;
    if (token && member) await closeSession(context.database, member.scope.accountId, token);
    context.signOut();
    return success({});
  }),
  getAccount: withoutTransaction(async ({ member }) => success({ member: member.view })),
  getUiConfig: aboutSession(async ({ uiConfig, hasAccount }) =>
    success({ ...uiConfig, locales: [...LOCALES], needsOwner: !(await hasAccount()) }),
  ),
  keepLive: withoutTransaction(async ({ now }) => success({ serverTime: now })),
};
