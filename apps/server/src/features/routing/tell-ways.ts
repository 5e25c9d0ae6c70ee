import type { AccountId } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { SELECT_TOLD_SHOP, type ToldShopRow } from '../../records/rows.ts';
import { shopChanges } from '../../records/shop-changes.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Tells every window whether the shops of these logins leave by a proxy; with null, the shops of all logins without a
 * proxy of their own. Must come last in its transaction, which sees the whole account from here on: all shops of a
 * login leave by the same way, including shops that the acting member does not see and that other members' windows
 * show.
 */
export async function tellWays(
  transaction: Transaction,
  accountId: AccountId,
  connectionIds: readonly string[] | null,
): Promise<void> {
  await transaction.query("select set_config('pasar.member_id', '', true), set_config('pasar.shops', 'all', true)");
  const shops = await transaction.query<ToldShopRow>(
    `${SELECT_TOLD_SHOP} where case when $1::uuid[] is null then c.ip_subject_id is null else c.connection_id = any($1) end
     order by s.shop_id`,
    [connectionIds],
  );
  await appendChanges(transaction, accountId, shopChanges(shops.rows));
}
