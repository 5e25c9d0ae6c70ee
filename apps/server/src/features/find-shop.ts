import { SELECT_SHOP, type ShopRow } from '../records/rows.ts';
import type { Transaction } from '../storage/database.ts';
import { type Answer, fail, success } from './answer.ts';
import type { LongContext } from './handler.ts';

/** A shop inside of a transaction of a member; not found where the member does not see the shop. */
export async function shopWithin(transaction: Transaction, shopId: string): Promise<Answer<ShopRow>> {
  const found = await transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]);
  const [row] = found.rows;
  return row === undefined ? fail('not_found') : success(row);
}

/** The same in a transaction of its own: a marketplace is asked outside of transactions. */
export const findShop = (
  { database, member }: Pick<LongContext, 'database' | 'member'>,
  shopId: string,
): Promise<Answer<ShopRow>> => database.within(member.scope, (transaction) => shopWithin(transaction, shopId));
