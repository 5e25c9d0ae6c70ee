import type { Marketplace } from '@pasar/domain';
import { findUsers, type ShopUser } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';

/** Answers a call about one user of spec 2 §7.7, that is, about a shop that the member sees. */
export async function withUser<Value>(
  transaction: Transaction,
  { userId, platform }: { readonly userId: string; readonly platform?: Marketplace | undefined },
  run: (user: ShopUser) => Promise<Value>,
): Promise<Answer<Value>> {
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  return user ? success(await run(user)) : fail('not_found');
}
