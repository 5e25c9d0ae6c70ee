import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { generateURI } from 'otplib';
import {
  beginFactor,
  confirmFactor,
  isLastFactor,
  passFactor,
  readFactor,
  removeFactor,
} from '../../records/second-factor.ts';
import { type Answer, fail, success } from '../answer.ts';
import { FACTOR_FAULTS, factorOwner } from '../factor-owner.ts';
import type { SessionContext } from '../handler.ts';
import { presentPasswordFault } from '../present-password.ts';

type SecurityCalls = typeof CALLS.security;

export async function secondFactor(
  context: SessionContext,
): Promise<Answer<CallOutput<SecurityCalls['secondFactor']>>> {
  const { database, member } = context;
  if (member === null) return fail('authorization_expired');
  const { memberId } = factorOwner(context, member);
  return success(await database.read(member.scope, (transaction) => readFactor(transaction, memberId)));
}

export async function beginSecondFactor(
  context: SessionContext,
  { present }: CallInput<SecurityCalls['beginSecondFactor']>,
): Promise<Answer<CallOutput<SecurityCalls['beginSecondFactor']>>> {
  const { database, member, uiConfig } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, present);
  if (fault !== null) return fail(fault);
  const owner = factorOwner(context, member);
  const secret = await database.within(member.scope, (transaction) => beginFactor(transaction, owner));
  if (secret === null) return fail('second_factor_on');
  const uri = generateURI({ issuer: uiConfig.productName, label: member.view.username, secret });
  return success({ secret, uri });
}

export async function confirmSecondFactor(
  context: SessionContext,
  { code }: CallInput<SecurityCalls['confirmSecondFactor']>,
): Promise<Answer<CallOutput<SecurityCalls['confirmSecondFactor']>>> {
  const { database, member } = context;
  if (member === null) return fail('authorization_expired');
  const owner = factorOwner(context, member);
  const outcome = await database.within(member.scope, (transaction) => confirmFactor(transaction, owner, code));
  if (outcome === 'missing') return fail('not_found');
  if (outcome === 'wrong' || outcome === 'paused') return fail(FACTOR_FAULTS[outcome]);
  return success({ recoveryCodes: [...outcome] });
}

export async function removeSecondFactor(
  context: SessionContext,
  { present, code }: CallInput<SecurityCalls['removeSecondFactor']>,
): Promise<Answer<CallOutput<SecurityCalls['removeSecondFactor']>>> {
  const { database, member } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, present);
  if (fault !== null) return fail(fault);
  const owner = factorOwner(context, member);
  return database.within(member.scope, async (transaction) => {
    const outcome = await passFactor(transaction, owner, code);
    if (outcome !== 'passed') return fail(FACTOR_FAULTS[outcome]);
    if (await isLastFactor(transaction, owner.memberId, { kind: 'app' })) return fail('second_factor_last');
    return (await removeFactor(transaction, owner.memberId)) ? success({}) : fail('not_found');
  });
}
