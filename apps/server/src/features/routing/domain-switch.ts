import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Country, DomainSwitchResult } from '@pasar/domain';
import { writeDomainSwitch } from '../../records/domain-switch.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';

type Routing = typeof CALLS.routing;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly now: number;
}
type Done = Promise<Answer<Record<string, never>>>;

export async function getDomainSwitchType({
  transaction,
}: Context): Promise<Answer<CallOutput<Routing['getDomainSwitchType']>>> {
  const found = await transaction.query<{ country: Country; result: DomainSwitchResult }>(
    'select country, result from domain_switch order by country',
  );
  return success({ countryAndTypeMap: Object.fromEntries(found.rows.map((row) => [row.country, row.result])) });
}

export async function saveDomainSwitchType(
  { transaction, member, now }: Context,
  { country, type }: CallInput<Routing['saveDomainSwitchType']>,
): Done {
  await writeDomainSwitch(transaction, member.scope.accountId, { country, result: type, now });
  return success({});
}
