import type { ProxyConfig } from '@pasar/bridge';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/** The boost proxy of an account; null when the operator gives none, or the account has declined it. */
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
