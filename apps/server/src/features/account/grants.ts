import type { AccountId, MemberId, ShopId } from '@pasar/domain';
import { asShopId } from '@pasar/domain';
import { appendChanges, type NewChange } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Gives a sub-account exactly these shops. What it loses is a purge and what it gains a resync in its own change feed,
 * in the same transaction, so that open windows follow at once.
 */
export async function setMemberShops(
  transaction: Transaction,
  accountId: AccountId,
  memberId: MemberId,
  shopIds: readonly ShopId[],
): Promise<void> {
  const removed = await transaction.query<{ shop_id: string }>(
    'delete from member_shop where member_id = $1 and not (shop_id = any($2::uuid[])) returning shop_id',
    [memberId, shopIds],
  );
  const added = await transaction.query(
    `insert into member_shop (account_id, member_id, shop_id) select $1, $2, * from unnest($3::uuid[])
     on conflict do nothing returning shop_id`,
    [accountId, memberId, shopIds],
  );
  const aimed = (change: NewChange['change']): NewChange => ({ change, shopId: null, memberId });
  await appendChanges(transaction, accountId, [
    ...removed.rows.map((row) => aimed({ kind: 'purge', shopId: asShopId(row.shop_id) })),
    ...((added.rowCount ?? 0) > 0 ? [aimed({ kind: 'resync' })] : []),
  ]);
}
