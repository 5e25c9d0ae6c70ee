import type { ShopFacts, StoredSession } from '@pasar/connector-kit';
import { type AccountId, asMemberId, asShopId, type Country, type Marketplace, type ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';
import type { NewChange } from './change-feed.ts';
import { fenceConnections, lockLogins } from './leases.ts';
import { beginLife } from './login-lives.ts';
import { shopChangesOf } from './shop-changes.ts';

/** A successful login, with everything that must be stored of it. */
export interface BoundLogin {
  readonly accountId: AccountId;
  readonly memberId: string;
  /**
   * The member entered the login's password. A sub-account that did is granted all shops of the login, otherwise only
   * new ones.
   */
  readonly isHolder: boolean;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly identifier: string;
  /** Null where a desktop shell made the login. */
  readonly password: string | null;
  /** Null where the cookies come with a later call. */
  readonly kept: { readonly cookies: string; readonly session: StoredSession | null } | null;
  readonly shops: readonly ShopFacts[];
  /** A person named these shops, so they are bound even where they were unbound before. */
  readonly isNamed?: true;
  /** The proxy that the sign-in left by; a known login keeps its own. */
  readonly ipSubjectId: string | null;
}
export type Bound =
  | { readonly kind: 'bound'; readonly connectionId: string; readonly shopIds: readonly ShopId[] }
  | { readonly kind: 'quotaFull' };

/**
 * Binds a login and its shops, or renews them. The processes that serve this login, or another login that loses a shop
 * to it, are fenced and start over with the new data. Shops that were unbound are not bound again by a known login.
 * Nothing is bound when the shops do not all fit the quota. Runs in the scope of the whole account. The engine's role
 * sees shops of every account, so each query names its account.
 */
export async function bindLogin(
  transaction: Transaction,
  secrets: SecretBox,
  signedIn: BoundLogin,
  shopQuota: number | null,
): Promise<{ readonly bound: Bound; readonly changes: readonly NewChange[] }> {
  const { accountId } = signedIn;
  await lockLogins(transaction, accountId);
  const login = await withoutUnbound(transaction, signedIn);
  if (shopQuota !== null && (await countAfter(transaction, login)) > shopQuota) {
    return { bound: { kind: 'quotaFull' }, changes: [] };
  }
  const connectionId = await storeConnection(transaction, login);
  const losers = await connectionsThatLose(transaction, login, connectionId);
  await fenceConnections(transaction, [connectionId, ...losers]);
  await storeSecrets(transaction, secrets, login, connectionId);
  if (login.kept !== null) await beginLife(transaction, { accountId, connectionId });
  const shops = await storeShops(transaction, login, connectionId);
  const granted = login.isHolder ? shops : shops.filter((shop) => shop.isNew);
  const isMore = await grantToStarter(
    transaction,
    login,
    granted.map((shop) => shop.shopId),
  );
  await forgetEmptyConnections(transaction, losers);
  return {
    bound: { kind: 'bound', connectionId, shopIds: shops.map((shop) => shop.shopId) },
    changes: [
      ...(await shopChangesOf(transaction, [connectionId])),
      ...(isMore ? [{ change: { kind: 'resync' as const }, shopId: null, memberId: login.memberId }] : []),
    ],
  };
}

/** A login that is not known yet brings all of its shops, because the person who adds it wants them all. */
async function withoutUnbound(transaction: Transaction, login: BoundLogin): Promise<BoundLogin> {
  if (login.isNamed) return login;
  const found = await transaction.query<{ unbound_shop_ids: readonly string[] }>(
    'select unbound_shop_ids from connection where account_id = $1 and marketplace = $2 and identifier = $3 and country = $4',
    [login.accountId, login.marketplace, login.identifier, login.country],
  );
  const unbound = new Set(found.rows[0]?.unbound_shop_ids);
  return { ...login, shops: login.shops.filter((shop) => !unbound.has(shop.platformShopId)) };
}

async function countAfter(transaction: Transaction, login: BoundLogin): Promise<number> {
  const found = await transaction.query<{ others: string }>(
    `select count(*) as others from shop
     where account_id = $1 and not (marketplace = $2 and platform_shop_id = any($3::text[]))`,
    [login.accountId, login.marketplace, login.shops.map((shop) => shop.platformShopId)],
  );
  return Number(found.rows[0]?.others ?? 0) + login.shops.length;
}

/**
 * An unbound shop is remembered by every login of the marketplace; so a shop that is bound again is removed from all of
 * those lists.
 */
async function storeConnection(transaction: Transaction, login: BoundLogin): Promise<string> {
  await transaction.query(
    `update connection set unbound_shop_ids = array(select unnest(unbound_shop_ids) except select unnest($3::text[]))
     where account_id = $1 and marketplace = $2 and unbound_shop_ids && $3::text[]`,
    [login.accountId, login.marketplace, login.shops.map((shop) => shop.platformShopId)],
  );
  const stored = await transaction.query<{ connection_id: string }>(
    `insert into connection (account_id, marketplace, identifier, country, sub_account_id, ip_subject_id, unbound_shop_ids)
     values ($1, $2, $3, $4, $5, $6, array(select distinct unnest(known.unbound_shop_ids) from connection known
       where known.account_id = $1 and known.marketplace = $2))
     on conflict (account_id, marketplace, identifier, country) do update set state = 'waiting',
       ip_subject_id = coalesce(connection.ip_subject_id, excluded.ip_subject_id),
       sub_account_id = coalesce(excluded.sub_account_id, connection.sub_account_id), refusal_reason = null,
       refusal_detail = null, otp_needed_at = null, cookies_disabled_at = null
     returning connection_id`,
    [
      login.accountId,
      login.marketplace,
      login.identifier,
      login.country,
      login.shops[0]?.accountId ?? null,
      login.ipSubjectId,
    ],
  );
  const connectionId = stored.rows[0]?.connection_id;
  if (connectionId === undefined) throw new Error('a connection was neither found nor made');
  await transaction.query(
    'insert into connection_lease (connection_id, account_id) values ($1, $2) on conflict do nothing',
    [connectionId, login.accountId],
  );
  return connectionId;
}

/** A shop that another login served before moves to the newest login. */
async function connectionsThatLose(
  transaction: Transaction,
  login: BoundLogin,
  connectionId: string,
): Promise<readonly string[]> {
  const found = await transaction.query<{ connection_id: string }>(
    `select distinct connection_id from shop where account_id = $1 and marketplace = $2
       and platform_shop_id = any($3::text[]) and connection_id <> $4`,
    [login.accountId, login.marketplace, login.shops.map((shop) => shop.platformShopId), connectionId],
  );
  return found.rows.map((row) => row.connection_id);
}

async function storeSecrets(
  transaction: Transaction,
  secrets: SecretBox,
  { accountId, password, kept }: BoundLogin,
  ownerId: string,
): Promise<void> {
  if (password !== null) await secrets.store(transaction, { accountId, ownerId, field: 'password' }, password);
  if (kept !== null) {
    await secrets.store(transaction, { accountId, ownerId, field: 'session' }, JSON.stringify(kept));
  }
}

interface StoredShop {
  readonly shopId: ShopId;
  readonly isNew: boolean;
}

async function storeShops(transaction: Transaction, login: BoundLogin, connectionId: string): Promise<StoredShop[]> {
  const stored = await transaction.query<{ shop_id: string; is_new: boolean }>(
    `insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb, merchant_id,
       shop_user_id)
     select $1, $2, $3, item.*
     from unnest($4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[])
       as item (platform_shop_id, name, country, is_cb, merchant_id, shop_user_id) order by platform_shop_id
     on conflict (account_id, marketplace, platform_shop_id) do update set connection_id = excluded.connection_id,
       name = excluded.name, country = excluded.country,
       merchant_id = coalesce(excluded.merchant_id, shop.merchant_id),
       shop_user_id = coalesce(excluded.shop_user_id, shop.shop_user_id)
     returning shop_id, (xmax = 0) as is_new`,
    [
      login.accountId,
      connectionId,
      login.marketplace,
      login.shops.map((shop) => shop.platformShopId),
      login.shops.map((shop) => shop.name),
      login.shops.map((shop) => shop.country),
      login.shops.map((shop) => shop.isCb),
      login.shops.map((shop) => shop.merchantId),
      login.shops.map((shop) => shop.userId),
    ],
  );
  return stored.rows.map((row) => ({ shopId: asShopId(row.shop_id), isNew: row.is_new }));
}

/** A sub-account is granted the shops of a login that it signs in. */
async function grantToStarter(transaction: Transaction, login: BoundLogin, shops: readonly ShopId[]): Promise<boolean> {
  const granted = await transaction.query(
    `insert into member_shop (account_id, member_id, shop_id)
     select m.account_id, m.member_id, shop_id from member m, unnest($2::uuid[]) as shop_id
     where m.member_id = $1 and not m.is_main on conflict do nothing`,
    [asMemberId(login.memberId), shops],
  );
  return (granted.rowCount ?? 0) > 0;
}

/** Deletes logins that serve no shop any more, with their secrets. Their leases are fenced before. */
export async function forgetEmptyConnections(
  transaction: Transaction,
  connectionIds: readonly string[],
): Promise<void> {
  const gone = await transaction.query<{ connection_id: string }>(
    `delete from connection c where connection_id = any($1::uuid[])
       and not exists (select from shop s where s.connection_id = c.connection_id) returning connection_id`,
    [connectionIds],
  );
  await transaction.query('delete from secret where owner_id = any($1::uuid[])', [
    gone.rows.map((row) => row.connection_id),
  ]);
}
