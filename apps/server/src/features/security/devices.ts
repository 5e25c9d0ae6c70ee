import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { endOtherSessions, endSession, listSessions } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';

type SecurityCalls = typeof CALLS.security;

export async function sessionsOfMember({
  database,
  member,
  token,
}: SessionContext): Promise<Answer<CallOutput<SecurityCalls['sessions']>>> {
  if (member === null) return fail('authorization_expired');
  const { scope } = member;
  const sessions = await database.read(scope, (transaction) =>
    listSessions(transaction, asMemberId(member.view.memberId), token),
  );
  return success({ sessions: [...sessions] });
}

export async function endOfMember(
  { database, member }: SessionContext,
  { sessionId }: CallInput<SecurityCalls['endSession']>,
): Promise<Answer<CallOutput<SecurityCalls['endSession']>>> {
  if (member === null) return fail('authorization_expired');
  const { scope } = member;
  const isEnded = await database.within(scope, (transaction) =>
    endSession(transaction, asMemberId(member.view.memberId), sessionId),
  );
  return isEnded ? success({}) : fail('not_found');
}

export async function endOtherOfMember({
  database,
  member,
  token,
}: SessionContext): Promise<Answer<CallOutput<SecurityCalls['endOtherSessions']>>> {
  if (member === null) return fail('authorization_expired');
  const { scope } = member;
  const count = await database.within(scope, (transaction) =>
    endOtherSessions(transaction, asMemberId(member.view.memberId), token),
  );
  return success({ count });
}
