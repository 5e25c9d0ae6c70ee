import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asAccountId, asMemberId } from '@pasar/domain';
import { findMember, type Member } from '../../records/members.ts';
import { passFactor } from '../../records/second-factor.ts';
import { openSession } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import { beginAttempt, readAttempt } from '../attempts.ts';
import { FACTOR_FAULTS, factorOwner } from '../factor-owner.ts';
import type { SessionContext } from '../handler.ts';
import type { Subject } from './provider.ts';

type SecurityCalls = typeof CALLS.security;

export async function beginSignOn(context: SessionContext): Promise<Answer<CallOutput<SecurityCalls['beginSignOn']>>> {
  const { provider, secrets, now, origin } = context;
  if (provider === null) return fail('sign_on_failed');
  const attempt = beginAttempt(secrets, now, { kind: 'sign-on' });
  const url = await provider.addressFor(origin, attempt);
  if (url === null) return fail('sign_on_failed');
  context.setAttempt(attempt.cookie);
  return success({ url });
}

export async function finishSignOn(
  context: SessionContext,
  answered: CallInput<SecurityCalls['finishSignOn']>,
): Promise<Answer<CallOutput<SecurityCalls['finishSignOn']>>> {
  const { provider, secrets, now, origin, database } = context;
  const attempt = readAttempt(secrets, now, context.attempt, 'sign-on');
  context.setAttempt(null);
  if (provider === null || attempt === null) return fail('sign_on_failed');
  const subject = await provider.subjectOf(origin, attempt, present(answered));
  if (subject === null) return fail('sign_on_failed');
  const member = await memberOf(context, subject);
  if (member === null) return fail('sign_on_unlinked');
  const outcome = await database.within(member.scope, (transaction) =>
    passFactor(transaction, factorOwner(context, member), null),
  );
  if (outcome === 'needed') {
    const { accountId, memberId } = member.view;
    context.setAttempt(beginAttempt(secrets, now, { kind: 'sign-on-code', accountId, memberId }).cookie);
  }
  return outcome === 'passed' ? enter(context, member) : fail(FACTOR_FAULTS[outcome]);
}

export async function enterSignOnCode(
  context: SessionContext,
  { code }: CallInput<SecurityCalls['enterSignOnCode']>,
): Promise<Answer<CallOutput<SecurityCalls['enterSignOnCode']>>> {
  const { database, secrets, now, emptyMeansAll } = context;
  const attempt = readAttempt(secrets, now, context.attempt, 'sign-on-code');
  if (attempt === null) return fail('sign_on_failed');
  const { accountId, memberId } = attempt.about;
  const member = await findMember(database, asAccountId(accountId), asMemberId(memberId), emptyMeansAll);
  if (member === null) return fail('sign_on_failed');
  const outcome = await database.within(member.scope, (transaction) =>
    passFactor(transaction, factorOwner(context, member), code),
  );
  if (outcome !== 'passed') return fail(FACTOR_FAULTS[outcome]);
  context.setAttempt(null);
  return enter(context, member);
}

async function enter(context: SessionContext, member: Member) {
  const { database, userAgent, address } = context;
  context.signIn(await openSession(database, member, { userAgent, address }), member);
  return success({ member: member.view });
}

async function memberOf(
  { database, emptyMeansAll }: Pick<SessionContext, 'database' | 'emptyMeansAll'>,
  { issuer, subject }: Subject,
): Promise<Member | null> {
  const [found] = await database.query<{ account_id: string; member_id: string }>(
    'find-sign-on',
    'select account_id, member_id from pasar_find_sign_on($1, $2)',
    [issuer, subject],
  );
  if (found === undefined) return null;
  return findMember(database, asAccountId(found.account_id), asMemberId(found.member_id), emptyMeansAll);
}

/** Without what is absent: the library must not see an empty parameter. */
export const present = (answered: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(answered).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
