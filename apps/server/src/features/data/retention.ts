import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { readRetention } from '../../records/retention.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type DataCalls = typeof CALLS.data;
type Context = Pick<MemberContext, 'transaction' | 'member'>;

export async function retention({ transaction, member }: Context): Promise<Answer<CallOutput<DataCalls['retention']>>> {
  const { messageDays, pictureDays, auditDays } = await readRetention(transaction, member.scope.accountId);
  return success({ messageDays, pictureDays, auditDays });
}

/** Housekeeping deletes by the new choice when it runs next. */
export async function saveRetention(
  { transaction, member }: Context,
  { messageDays, pictureDays, auditDays }: CallInput<DataCalls['saveRetention']>,
): Promise<Answer<Record<string, never>>> {
  await transaction.query(
    `insert into retention (account_id, message_days, picture_days, audit_days) values ($1, $2, $3, $4)
     on conflict (account_id) do update set message_days = excluded.message_days, picture_days = excluded.picture_days,
       audit_days = excluded.audit_days`,
    [member.scope.accountId, messageDays, pictureDays, auditDays],
  );
  return success({});
}
