import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import { SELECT_TOLD_SHOP, type ToldShopRow, toShopView } from './rows.ts';

/** The changes that tell every window the state of these shops. */
export const shopChanges = (rows: readonly ToldShopRow[]): NewChange[] =>
  rows.map((row) => ({ change: { kind: 'shop', shop: toShopView(row) }, shopId: row.shop_id, memberId: null }));

/** The same where nothing but the shops' counters moved. */
export const counterChanges = (rows: readonly ToldShopRow[]): NewChange[] =>
  shopChanges(rows).map((item) => ({ ...item, nature: 'counters' }));

/** The changes that tell every window the present state of all shops of these logins. */
export async function shopChangesOf(
  transaction: Transaction,
  connectionIds: readonly string[],
): Promise<readonly NewChange[]> {
  if (connectionIds.length === 0) return [];
  const shops = await transaction.query<ToldShopRow>(
    `${SELECT_TOLD_SHOP} where s.connection_id = any($1::uuid[]) order by s.shop_id`,
    [connectionIds],
  );
  return shopChanges(shops.rows);
}

/** Tells every window the present state of all shops of these logins. Must come last in its transaction. */
export async function tellLogins(
  transaction: Transaction,
  accountId: AccountId,
  connectionIds: readonly string[],
): Promise<void> {
  await appendChanges(transaction, accountId, await shopChangesOf(transaction, connectionIds));
}
