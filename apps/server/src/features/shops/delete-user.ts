import type { CALLS, CallInput } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import type { Member } from '../../records/members.ts';
import { findUsers } from '../../records/shop-users.ts';
import { unbindShops } from '../../records/unbind-shops.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';

type Chat = typeof CALLS.shops;
interface Context {
  readonly database: Database;
  readonly member: Member;
  readonly now: number;
}
type Unbound = Answer<{ userIds: string[] }>;

/** The member's view decides which shops are meant; the deletion sees the whole account. */
async function unbind(
  { database, member, now }: Context,
  userIds: readonly string[],
  platform: Marketplace | undefined,
): Promise<Unbound> {
  const { scope } = member;
  const found = await database.within(scope, (transaction) => findUsers(transaction, userIds, platform));
  if (!found.ok) return fail(found.reason, found.detail);
  const shopIds = [...found.users.values()].map((user) => user.shopId);
  if (shopIds.length > 0) {
    await database.within(wholeAccount(scope.accountId), (transaction) =>
      unbindShops(transaction, scope.accountId, shopIds, now),
    );
  }
  return success({ userIds: [...found.users.keys()] });
}

export const deleteUser = (context: Context, { userId, platform }: CallInput<Chat['deleteUser']>) =>
  unbind(context, [userId], platform);

export const deleteUserByUserIds = (context: Context, { userIds, platform }: CallInput<Chat['deleteUserByUserIds']>) =>
  unbind(context, userIds, platform);
