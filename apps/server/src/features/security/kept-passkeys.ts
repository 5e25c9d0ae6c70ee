import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { isLastFactor } from '../../records/second-factor.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { presentPasswordFault } from '../present-password.ts';

type SecurityCalls = typeof CALLS.security;

export async function passkeysOfMember({
  database,
  member,
}: SessionContext): Promise<Answer<CallOutput<SecurityCalls['passkeys']>>> {
  if (member === null) return fail('authorization_expired');
  const found = await database.one<{
    passkey_id: string;
    name: string;
    created_at: Date;
    used_at: Date | null;
    is_synced: boolean;
  }>(member.scope, {
    name: 'passkeys-of-member',
    text: `select passkey_id, name, created_at, used_at, is_synced from passkey where member_id = $1
           order by created_at, passkey_id`,
    values: [member.view.memberId],
  });
  return success({
    passkeys: found.rows.map((row) => ({
      passkeyId: row.passkey_id,
      name: row.name,
      createdAt: row.created_at.getTime(),
      usedAt: row.used_at?.getTime() ?? null,
      isSynced: row.is_synced,
    })),
  });
}

export async function removePasskey(
  context: SessionContext,
  { passkeyId, present }: CallInput<SecurityCalls['removePasskey']>,
): Promise<Answer<CallOutput<SecurityCalls['removePasskey']>>> {
  const { database, member } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, present);
  if (fault !== null) return fail(fault);
  const memberId = asMemberId(member.view.memberId);
  return database.within(member.scope, async (transaction) => {
    // Of two that are removed at the same time, the second is seen as the last.
    await transaction.query('select from passkey where member_id = $1 for update', [memberId]);
    if (await isLastFactor(transaction, memberId, { kind: 'passkey', passkeyId })) return fail('second_factor_last');
    const removed = await transaction.query('delete from passkey where member_id = $1 and passkey_id = $2', [
      memberId,
      passkeyId,
    ]);
    return removed.rowCount === 1 ? success({}) : fail('not_found');
  });
}
