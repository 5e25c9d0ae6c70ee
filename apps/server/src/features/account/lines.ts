import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Country, DomainSwitchResult } from '@pasar/domain';
import { writeDomainSwitch } from '../../engine/domain-switch.ts';
import { lockLogins } from '../../engine/leases.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import { forgetSubject, listSubjects } from '../proxy/subjects.ts';
import type { Member } from './members.ts';
import { storeReport } from './reports.ts';

type Account = typeof CALLS.account;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly now: number;
}
type Done = Promise<Answer<Record<string, never>>>;

export async function getBoosterProxy({
  transaction,
}: Context): Promise<Answer<CallOutput<Account['getBoosterProxy']>>> {
  const [proxy = null] = await listSubjects(transaction, { scope: 'boost' });
  return success({ proxy });
}

export async function delBoosterProxy({ transaction, member }: Context): Done {
  await lockLogins(transaction, member.scope.accountId);
  for (const subject of await listSubjects(transaction, { scope: 'boost' })) {
    await forgetSubject(transaction, subject.ip_partition_subject_id);
  }
  return success({});
}

export async function getDomainSwitchType({
  transaction,
}: Context): Promise<Answer<CallOutput<Account['getDomainSwitchType']>>> {
  const found = await transaction.query<{ country: Country; result: DomainSwitchResult }>(
    'select country, result from domain_switch order by country',
  );
  return success({ countryAndTypeMap: Object.fromEntries(found.rows.map((row) => [row.country, row.result])) });
}

export async function saveDomainSwitchType(
  { transaction, member, now }: Context,
  { country, type }: CallInput<Account['saveDomainSwitchType']>,
): Done {
  await writeDomainSwitch(transaction, member.scope.accountId, { country, result: type, now });
  return success({});
}

export async function saveCnscLoginLog(
  { transaction, member, now }: Context,
  input: CallInput<Account['saveCnscLoginLog']>,
): Done {
  await storeReport(transaction, member.scope.accountId, { kind: 'cnsc_login', reportId: null, payload: input, now });
  return success({});
}
