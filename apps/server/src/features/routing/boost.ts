import type { CALLS, CallOutput } from '@pasar/api';
import type { ProxyConfig } from '@pasar/bridge';
import { boostInForce } from '../../records/boost.ts';
import { fenceConnections, lockLogins } from '../../records/leases.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';

type Account = typeof CALLS.routing;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  /** PASAR_BOOST_PROXY; null for none. */
  readonly boostProxy: ProxyConfig | null;
}

export async function getBoosterProxy({
  transaction,
  member,
  boostProxy,
}: Context): Promise<Answer<CallOutput<Account['getBoosterProxy']>>> {
  const proxy = await boostInForce(transaction, member.scope.accountId, boostProxy);
  return success({ proxy: proxy && { host: proxy.host, port: proxy.port, type: proxy.protocol } });
}

/** The account does without the boost proxy from now on. Only logins that left by it start over. */
export async function delBoosterProxy({
  transaction,
  member,
  boostProxy,
}: Context): Promise<Answer<CallOutput<Account['delBoosterProxy']>>> {
  const { accountId } = member.scope;
  await lockLogins(transaction, accountId);
  const proxy = await boostInForce(transaction, accountId, boostProxy);
  if (proxy === null) return fail('not_found', 'no boost proxy serves this account');
  await transaction.query('update account set is_boost_declined = true where account_id = $1', [accountId]);
  const travellers = await transaction.query<{ connection_id: string }>(
    `select connection_id from connection where ip_subject_id is null
       and not exists (select from ip_subject where scope = 'custom_global')`,
  );
  await fenceConnections(
    transaction,
    travellers.rows.map((row) => row.connection_id),
  );
  return success({});
}
