import type { Marketplace } from '@pasar/domain';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { findUsers } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

/** What a question about a shop's orders needs. */
export type OrdersContext = Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>;

async function rowOf(transaction: Transaction, shopId: string): Promise<Answer<ShopRow>> {
  const found = await transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]);
  const [row] = found.rows;
  return row ? success(row) : fail('not_found');
}

/** Not found where the member does not see the shop. */
export const findShop = ({ database, member }: OrdersContext, shopId: string): Promise<Answer<ShopRow>> =>
  database.within(member.scope, (transaction) => rowOf(transaction, shopId));

/** The same by the marketplace's id of the shop or of its user (spec 2 §7.7). */
export const findShopOfUser = (
  { database, member }: OrdersContext,
  { userId, platform }: { readonly userId: string; readonly platform?: Marketplace | undefined },
): Promise<Answer<ShopRow>> =>
  database.within(member.scope, async (transaction) => {
    const found = await findUsers(transaction, [userId], platform);
    if (!found.ok) return fail(found.reason, found.detail);
    const user = found.users.get(userId);
    return user === undefined ? fail('not_found') : rowOf(transaction, user.shopId);
  });
