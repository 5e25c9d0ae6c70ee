import type { Marketplace } from '@pasar/domain';
import type { ShopRow } from '../../records/rows.ts';
import { findUsers } from '../../records/shop-users.ts';
import { type Answer, fail } from '../answer.ts';
import { shopWithin } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

/** What a question about a shop's orders needs. */
export type OrdersContext = Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>;

/** A shop by the marketplace's id of the shop or of its user (spec 2 §7.7). */
export const findShopOfUser = (
  { database, member }: OrdersContext,
  { userId, platform }: { readonly userId: string; readonly platform?: Marketplace | undefined },
): Promise<Answer<ShopRow>> =>
  database.within(member.scope, async (transaction) => {
    const found = await findUsers(transaction, [userId], platform);
    if (!found.ok) return fail(found.reason, found.detail);
    const user = found.users.get(userId);
    return user === undefined ? fail('not_found') : shopWithin(transaction, user.shopId);
  });
