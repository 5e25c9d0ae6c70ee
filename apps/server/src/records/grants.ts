import type { AccountId, MemberId, PermissionKey, ShopId } from '@pasar/domain';
import { asShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { appendChanges, type NewChange } from './change-feed.ts';

/**
 * Gives a sub-account exactly these shops. The member's change feed gets a purge for each lost shop and a resync for
 * new ones, in the same transaction, so that open windows follow at once.
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
  await appendChanges(transaction, accountId, [
    ...removed.rows.map((row) => aimedAt(memberId, { kind: 'purge', shopId: asShopId(row.shop_id) })),
    ...((added.rowCount ?? 0) > 0 ? [aimedAt(memberId, { kind: 'resync' })] : []),
  ]);
}

/**
 * Gives a sub-account exactly these permission keys; changes nothing where it has them already. A resync in the
 * member's change feed, in the same transaction, makes open windows take a new snapshot. From the commit on, the live
 * stream tells nothing that a lost key opened, because the database judges each read by the keys held then.
 */
export async function setMemberKeys(
  transaction: Transaction,
  accountId: AccountId,
  memberId: MemberId,
  keys: readonly PermissionKey[],
): Promise<void> {
  const changed = await transaction.query(
    `update member set permission_code_list = $2
     where member_id = $1 and not is_main and permission_code_list is distinct from $2`,
    [memberId, keys],
  );
  if ((changed.rowCount ?? 0) > 0) await appendChanges(transaction, accountId, [aimedAt(memberId, { kind: 'resync' })]);
}

const aimedAt = (memberId: MemberId, change: NewChange['change']): NewChange => ({ change, shopId: null, memberId });
