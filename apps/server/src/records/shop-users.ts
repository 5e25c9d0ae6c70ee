import { type ShopUserView, shopUserView } from '@pasar/api';
import { asShopId, type Marketplace, type ReasonCode, type ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { ConnectionTable, ShopTable } from '../storage/gen/tables.ts';
import { appendChanges } from './change-feed.ts';
import { fenceConnections, lockLogins } from './leases.ts';
import type { Member } from './members.ts';
import { SELECT_TOLD_SHOP, type ToldShopRow } from './rows.ts';
import { shopChanges } from './shop-changes.ts';

/** A shop as the chat calls of spec 2 §7.7 name it: by the marketplace's id of the shop, or of its user. */
export interface ShopUser {
  readonly shopId: ShopId;
  readonly connectionId: string;
  readonly marketplace: Marketplace;
  readonly view: ShopUserView;
}

type UserRow = Readonly<
  Pick<
    ShopTable,
    | 'shop_id'
    | 'connection_id'
    | 'marketplace'
    | 'platform_shop_id'
    | 'shop_user_id'
    | 'merchant_id'
    | 'country'
    | 'is_cb'
    | 'name'
    | 'alias'
  > &
    Pick<ConnectionTable, 'state' | 'ip_subject_id'>
>;
const SELECT_USER = `select s.shop_id, s.connection_id, s.marketplace, s.platform_shop_id, s.shop_user_id, s.merchant_id,
  s.country, s.is_cb, s.name, s.alias, c.ip_subject_id,
  case when lease.expires_at > clock_timestamp() or c.state = 'failed' then c.state else 'waiting' end as state
  from shop s join connection c using (connection_id) left join connection_lease lease using (connection_id)
  where s.account_id = (select pasar_account())`;

const toUser = (row: UserRow): ShopUser => ({
  shopId: asShopId(row.shop_id),
  connectionId: row.connection_id,
  marketplace: row.marketplace,
  view: shopUserView.parse({
    user_id: row.shop_user_id ?? row.platform_shop_id,
    shop_id: row.platform_shop_id,
    shop_user_id: row.shop_user_id,
    merchant_id: row.merchant_id,
    platform: row.marketplace,
    country: row.country,
    is_cb: row.is_cb ? 1 : 0,
    name: row.name,
    alias: row.alias,
    loginStatus: row.state,
    ip_partition_subject_id: row.ip_subject_id,
    pasarShopId: row.shop_id,
  }),
});

/** Which users to list; null is no restriction. */
export interface UserFilter {
  readonly platform?: Marketplace | undefined;
  readonly shopId?: ShopId;
  readonly merchantId?: string;
  readonly cnscAccountId?: string;
  readonly hasSubject?: true;
}

/** The users that the transaction sees, by country and name. */
export async function listUsers(transaction: Transaction, filter: UserFilter): Promise<readonly ShopUser[]> {
  const found = await transaction.query<UserRow>({
    name: 'list-users',
    text: `${SELECT_USER} and ($1::text is null or s.marketplace = $1) and ($2::uuid is null or s.shop_id = $2)
             and ($3::text is null or s.merchant_id = $3)
             and ($4::text is null or (c.country = 'CNSC' and $4 in (c.identifier, c.sub_account_id)))
             and ($5::boolean is null or c.ip_subject_id is not null)
           order by s.country, s.name, s.shop_id`,
    values: [
      filter.platform ?? null,
      filter.shopId ?? null,
      filter.merchantId ?? null,
      filter.cnscAccountId ?? null,
      filter.hasSubject ?? null,
    ],
  });
  return found.rows.map(toUser);
}

export type FoundUsers =
  | { readonly ok: true; readonly users: ReadonlyMap<string, ShopUser> }
  | { readonly ok: false; readonly reason: ReasonCode; readonly detail: string };

/** Finds the user of each id. An id without a user is left out; an id that fits several users is refused. */
export async function findUsers(
  transaction: Transaction,
  userIds: readonly string[],
  platform: Marketplace | undefined,
): Promise<FoundUsers> {
  const found = await transaction.query<UserRow & { readonly named: string }>({
    name: 'find-users',
    text: `select wanted.named, u.* from unnest($1::text[]) as wanted (named)
           join (${SELECT_USER}) u on u.platform_shop_id = wanted.named or u.shop_user_id = wanted.named
           where $2::text is null or u.marketplace = $2`,
    values: [[...new Set(userIds)], platform ?? null],
  });
  const users = new Map<string, ShopUser>();
  for (const row of found.rows) {
    if (users.has(row.named)) {
      return { ok: false, reason: 'invalid_request', detail: `${row.named}: more than one shop; name the platform` };
    }
    users.set(row.named, toUser(row));
  }
  return { ok: true, users };
}

/** Tells every window the present state of these shops. Must come last in its transaction. */
export async function tellShops(transaction: Transaction, member: Member, shopIds: readonly ShopId[]): Promise<void> {
  const rows = await transaction.query<ToldShopRow>(
    `${SELECT_TOLD_SHOP} where s.shop_id = any($1::uuid[]) order by s.shop_id`,
    [shopIds],
  );
  await appendChanges(transaction, member.scope.accountId, shopChanges(rows.rows));
}

/** Restarts the connections of these users, so that they use the data of the transaction. */
export async function restart(transaction: Transaction, member: Member, users: Iterable<ShopUser>): Promise<void> {
  await lockLogins(transaction, member.scope.accountId);
  await fenceConnections(transaction, [...new Set([...users].map((user) => user.connectionId))]);
}
