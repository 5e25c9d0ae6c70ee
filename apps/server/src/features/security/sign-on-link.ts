import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type Answer, fail, success } from '../answer.ts';
import { beginAttempt, readAttempt } from '../attempts.ts';
import type { SessionContext } from '../handler.ts';
import { presentPasswordFault } from '../present-password.ts';
import { present } from './sign-on.ts';

type SecurityCalls = typeof CALLS.security;

export async function signOnOfMember({
  database,
  member,
  provider,
}: SessionContext): Promise<Answer<CallOutput<SecurityCalls['signOn']>>> {
  if (member === null) return fail('authorization_expired');
  const found = await database.one<{ linked_at: Date }>(member.scope, {
    name: 'sign-on-of-member',
    text: 'select linked_at from sign_on_link where member_id = $1',
    values: [member.view.memberId],
  });
  return success({ provider: provider?.name ?? null, linkedAt: found.rows[0]?.linked_at.getTime() ?? null });
}

export async function beginSignOnLink(
  context: SessionContext,
  { present: password }: CallInput<SecurityCalls['beginSignOnLink']>,
): Promise<Answer<CallOutput<SecurityCalls['beginSignOnLink']>>> {
  const { member, provider, secrets, now, origin } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, password);
  if (fault !== null) return fail(fault);
  const attempt = beginAttempt(secrets, now, { kind: 'sign-on-link', memberId: member.view.memberId });
  const url = (await provider?.addressFor(origin, attempt)) ?? null;
  if (url === null) return fail('sign_on_failed');
  context.setAttempt(attempt.cookie);
  return success({ url });
}

export async function linkSignOn(
  context: SessionContext,
  answered: CallInput<SecurityCalls['linkSignOn']>,
): Promise<Answer<CallOutput<SecurityCalls['linkSignOn']>>> {
  const { database, member, provider, secrets, now, origin } = context;
  if (member === null) return fail('authorization_expired');
  const attempt = readAttempt(secrets, now, context.attempt, 'sign-on-link');
  context.setAttempt(null);
  const isOwn = attempt !== null && attempt.about.memberId === member.view.memberId;
  const subject = isOwn ? await provider?.subjectOf(origin, attempt, present(answered)) : null;
  if (!subject) return fail('sign_on_failed');
  const linked = await database.one(member.scope, {
    name: 'link-sign-on',
    text: `insert into sign_on_link (account_id, member_id, issuer, subject) values ($1, $2, $3, $4)
           on conflict do nothing`,
    values: [member.scope.accountId, member.view.memberId, subject.issuer, subject.subject],
  });
  return linked.rowCount === 1 ? success({}) : fail('sign_on_taken');
}

export async function removeSignOnLink(
  context: SessionContext,
  { present: password }: CallInput<SecurityCalls['removeSignOnLink']>,
): Promise<Answer<CallOutput<SecurityCalls['removeSignOnLink']>>> {
  const { database, member } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, password);
  if (fault !== null) return fail(fault);
  const removed = await database.one(member.scope, {
    name: 'remove-sign-on',
    text: 'delete from sign_on_link where member_id = $1',
    values: [member.view.memberId],
  });
  return removed.rowCount === 1 ? success({}) : fail('not_found');
}
