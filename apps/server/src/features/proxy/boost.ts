import type { CALLS, CallOutput } from '@pasar/api';
import type { ProxyConfig } from '@pasar/bridge';
import type { AccountId } from '@pasar/domain';
import { fenceConnections, lockLogins } from '../../engine/leases.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Member } from '../account/members.ts';
import { type Answer, fail, success } from '../answer.ts';

type Account = typeof CALLS.account;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  /** PASAR_BOOST_PROXY; null for none. */
  readonly boostProxy: ProxyConfig | null;
}

/** What serves whatever no other proxy of an account serves: the one that is given to all, unless it was taken out of use. */
export async function boostInForce(
  transaction: Transaction,
  accountId: AccountId,
  given: ProxyConfig | null,
): Promise<ProxyConfig | null> {
  if (given === null) return null;
  const found = await transaction.query<{ is_boost_declined: boolean }>(
    'select is_boost_declined from account where account_id = $1',
    [accountId],
  );
  return found.rows[0]?.is_boost_declined === false ? given : null;
}

export async function getBoosterProxy({
  transaction,
  member,
  boostProxy,
}: Context): Promise<Answer<CallOutput<Account['getBoosterProxy']>>> {
  const proxy = await boostInForce(transaction, member.scope.accountId, boostProxy);
  return success({ proxy: proxy && { host: proxy.host, port: proxy.port, type: proxy.protocol } });
}

/** The account does without it from now on. Only logins that left by it start over. */
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
