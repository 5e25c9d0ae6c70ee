import type { CALLS, CallInput } from '@pasar/api';
import { storeReport } from '../../records/reports.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

export async function saveCnscLoginLog(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<typeof CALLS.shops.saveCnscLoginLog>,
): Promise<Answer<Record<string, never>>> {
  await storeReport(transaction, member.scope.accountId, { kind: 'cnsc_login', reportId: null, payload: input, now });
  return success({});
}
