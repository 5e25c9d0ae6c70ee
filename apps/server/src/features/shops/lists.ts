import type { CALLS, CallInput, CallOutput, ShopUserView } from '@pasar/api';
import type { Member } from '../../records/members.ts';
import { listUsers } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';

type Shops = typeof CALLS.shops;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly now: number;
}

export async function getCnscHasBindShopIds(
  { transaction }: Context,
  { cnscAccountId }: CallInput<Shops['getCnscHasBindShopIds']>,
): Promise<Answer<CallOutput<Shops['getCnscHasBindShopIds']>>> {
  const users = await listUsers(transaction, { platform: 'shopee', cnscAccountId });
  return success({ shopIds: users.map(({ view }) => view.shop_id) });
}

export async function getTiktokHasBindUserIds(
  { transaction }: Context,
  { merchantId }: CallInput<Shops['getTiktokHasBindUserIds']>,
): Promise<Answer<CallOutput<Shops['getTiktokHasBindUserIds']>>> {
  const users = await listUsers(transaction, { platform: 'tiktok', merchantId });
  return success({ userIds: users.map(({ view }) => view.user_id) });
}

export async function getCountryAndUserListMap(
  { transaction }: Context,
  { platform }: CallInput<Shops['getCountryAndUserListMap']>,
): Promise<Answer<CallOutput<Shops['getCountryAndUserListMap']>>> {
  const byCountry: Record<string, ShopUserView[]> = {};
  for (const { view } of await listUsers(transaction, { platform })) {
    byCountry[view.country] = [...(byCountry[view.country] ?? []), view];
  }
  return success({ countryAndUserListMap: byCountry });
}
