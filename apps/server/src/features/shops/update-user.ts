import type { CALLS, CallInput, ShopUserView } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import type { Member } from '../../records/members.ts';
import { findUsers, listUsers, restart, type ShopUser, tellShops } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';

type Chat = typeof CALLS.shops;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
}
type Updated = Answer<{ user: ShopUserView }>;

/** Facts of a shop that may be changed by hand; undefined keeps the present value. */
export interface ShopUserData {
  readonly name?: string | undefined;
  readonly alias?: string | null | undefined;
  readonly is_cb?: boolean | undefined;
  readonly merchant_id?: string | null | undefined;
  readonly shop_user_id?: string | null | undefined;
}

/**
 * Stores the facts. Whether a shop sells across the border decides where its calls go, so a change of it restarts its
 * connection.
 */
export async function writeUser({ transaction, member }: Context, user: ShopUser, data: ShopUserData): Promise<void> {
  const isElsewhere = data.is_cb !== undefined && data.is_cb !== (user.view.is_cb === 1);
  if (isElsewhere) await restart(transaction, member, [user]);
  const value = <Key extends keyof ShopUserData>(key: Key) => [data[key] !== undefined, data[key] ?? null] as const;
  await transaction.query(
    `update shop set name = case when $2 then $3 else name end, alias = case when $4 then $5 else alias end,
       is_cb = case when $6 then $7 else is_cb end, merchant_id = case when $8 then $9 else merchant_id end,
       shop_user_id = case when $10 then $11 else shop_user_id end where shop_id = $1`,
    [
      user.shopId,
      ...value('name'),
      ...value('alias'),
      ...value('is_cb'),
      ...value('merchant_id'),
      ...value('shop_user_id'),
    ],
  );
}

async function updateOne(
  { transaction, member }: Context,
  userId: string,
  platform: Marketplace | undefined,
  data: ShopUserData,
): Promise<Updated> {
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (!user) return fail('not_found');
  await writeUser({ transaction, member }, user, data);
  await tellShops(transaction, member, [user.shopId]);
  const [updated] = await listUsers(transaction, { shopId: user.shopId });
  return updated ? success({ user: updated.view }) : fail('not_found');
}

export const updateUser = (context: Context, { userId, platform, data }: CallInput<Chat['updateUser']>) =>
  updateOne(context, userId, platform, data);

export const updateShopAlias = (context: Context, { userId, platform, alias }: CallInput<Chat['updateShopAlias']>) =>
  updateOne(context, userId, platform, { alias });

export const updateShopIsCb = (context: Context, { userId, platform, isCb }: CallInput<Chat['updateShopIsCb']>) =>
  updateOne(context, userId, platform, { is_cb: isCb });

/** Users that the account does not have are left out of the answer. */
export async function updateUserByUserIdAndIsGlobalMap(
  { transaction, member }: Context,
  input: CallInput<typeof CALLS.shops.updateUserByUserIdAndIsGlobalMap>,
): Promise<Answer<{ userIds: string[] }>> {
  const wanted = new Map(Object.entries(input.userIdAndIsGlobalMap));
  const found = await findUsers(transaction, [...wanted.keys()], input.platform);
  if (!found.ok) return fail(found.reason, found.detail);
  for (const [userId, user] of found.users)
    await writeUser({ transaction, member }, user, { is_cb: wanted.get(userId) });
  await tellShops(
    transaction,
    member,
    [...found.users.values()].map((user) => user.shopId),
  );
  return success({ userIds: [...found.users.keys()] });
}
