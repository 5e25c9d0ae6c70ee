import { asMemberId, type ReasonCode } from '@pasar/domain';
import type { Member } from '../records/members.ts';
import type { FactorOutcome, FactorOwner } from '../records/second-factor.ts';
import type { SessionContext } from './handler.ts';

/** The second factor of a member, as a call about the session has it. */
export const factorOwner = (
  { secrets, now }: Pick<SessionContext, 'secrets' | 'now'>,
  { scope, view }: Member,
): FactorOwner => ({ accountId: scope.accountId, memberId: asMemberId(view.memberId), secrets, now });

/** Why a member does not pass. */
export const FACTOR_FAULTS = {
  needed: 'second_factor_needed',
  wrong: 'second_factor_wrong',
  paused: 'too_frequent',
  passkey: 'passkey_needed',
} as const satisfies Record<Exclude<FactorOutcome, 'passed'>, ReasonCode>;
