import {
  asAccountId,
  asConnectionId,
  asMemberId,
  asShopId,
  type Country,
  type Marketplace,
  type PermissionKey,
  type ShopId,
} from '@pasar/domain';
import type pg from 'pg';
import { setMemberShops } from '../../records/grants.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import { withClient } from '../../storage/with-client.ts';
import { hashPassword } from '../passwords.ts';

/** An account to be made: its people, its logins at marketplaces, and who answers for which shop. */
export interface TenantPlan {
  readonly name: string;
  readonly main: PersonPlan;
  readonly subAccounts: readonly SubAccountPlan[];
  readonly connections: readonly ConnectionPlan[];
}
export interface PersonPlan {
  readonly username: string;
  readonly password: string;
  readonly name: string;
}
export interface SubAccountPlan extends PersonPlan {
  readonly permissionCodeList: readonly PermissionKey[];
  readonly shops: readonly { readonly marketplace: Marketplace; readonly platformShopId: string }[];
}
export interface ConnectionPlan {
  readonly marketplace: Marketplace;
  readonly identifier: string;
  readonly password: string;
  readonly country: Country;
  readonly shops: readonly {
    readonly platformShopId: string;
    readonly name: string;
    readonly country: Country;
    readonly isCb: boolean;
  }[];
}

/**
 * Makes an account unless its main member exists already, and adds the plan's missing shops and logins. Runs as the
 * database's owner, because no other role may make accounts.
 */
export const provisionTenant = (config: pg.ClientConfig, secrets: SecretBox, plan: TenantPlan): Promise<void> =>
  withClient(config, async (client) => {
    await client.query('begin');
    // Forced row security may bind the owner too, so the transaction acts as the application's role inside the account.
    await client.query('set local role pasar_app');
    const known = await client.query<{ account_id: string; member_id: string }>(
      'select account_id, member_id from pasar_find_login($1)',
      [plan.main.username],
    );
    const accountId = asAccountId(known.rows[0]?.account_id ?? crypto.randomUUID());
    await client.query(`select set_config('pasar.account_id', $1, true), set_config('pasar.shops', 'all', true)`, [
      accountId,
    ]);
    if (known.rowCount === 0) {
      await client.query('insert into account (account_id, name, handle) values ($1, $2, pasar_free_handle($3))', [
        accountId,
        plan.name,
        handleOf(plan),
      ]);
      await client.query('insert into account_counter (account_id) values ($1)', [accountId]);
      await insertMember(client, accountId, plan.main, true, []);
    }
    const shops = await insertConnections(client, accountId, secrets, plan.connections);
    for (const person of plan.subAccounts) await insertSubAccount(client, accountId, person, shops);
    await client.query('commit');
  });

/** How the plan's sub-accounts begin their usernames, else the first part of the main member's. */
const handleOf = ({ main, subAccounts: [first] }: TenantPlan): string =>
  (first?.username.includes(':') ? first.username.split(':')[0] : main.username.split('@')[0]) ?? '';

async function insertMember(
  client: pg.ClientBase,
  accountId: string,
  person: PersonPlan,
  isMain: boolean,
  permissionCodeList: readonly string[],
): Promise<string | null> {
  const known = await client.query('select from member where account_id = $1 and username = $2', [
    accountId,
    person.username,
  ]);
  // Checked first, because hashing the password takes long by intention.
  if (known.rowCount !== 0) return null;
  const inserted = await client.query<{ member_id: string }>(
    `insert into member (account_id, username, name, password_hash, is_main, permission_code_list)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning member_id`,
    [accountId, person.username, person.name, await hashPassword(person.password), isMain, permissionCodeList],
  );
  return inserted.rows[0]?.member_id ?? null;
}

async function insertConnections(
  client: pg.ClientBase,
  accountId: ReturnType<typeof asAccountId>,
  secrets: SecretBox,
  plans: readonly ConnectionPlan[],
): Promise<Map<string, ShopId>> {
  const shops = await findShops(client, accountId);
  for (const plan of plans) {
    if (plan.shops.length > 0 && plan.shops.every((shop) => shops.has(keyOf(plan, shop)))) continue;
    const inserted = await client.query<{ connection_id: string }>(
      `insert into connection (account_id, marketplace, identifier, country) values ($1, $2, $3, $4)
       on conflict (account_id, marketplace, identifier, country) do update set identifier = excluded.identifier
       returning connection_id`,
      [accountId, plan.marketplace, plan.identifier, plan.country],
    );
    const connectionId = asConnectionId(inserted.rows[0]?.connection_id ?? '');
    await client.query(
      'insert into connection_lease (connection_id, account_id) values ($1, $2) on conflict do nothing',
      [connectionId, accountId],
    );
    const place = { accountId, ownerId: connectionId, field: 'password' } as const;
    await client.query(
      `insert into secret (account_id, owner_id, field, envelope) values ($1, $2, $3, $4)
       on conflict (owner_id, field) do nothing`,
      [accountId, connectionId, place.field, secrets.seal(place, plan.password)],
    );
    for (const shop of plan.shops) {
      const row = await client.query<{ shop_id: string }>(
        `insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (account_id, marketplace, platform_shop_id) do update set connection_id = excluded.connection_id
         returning shop_id`,
        [accountId, connectionId, plan.marketplace, shop.platformShopId, shop.name, shop.country, shop.isCb],
      );
      shops.set(keyOf(plan, shop), asShopId(row.rows[0]?.shop_id ?? ''));
    }
  }
  return shops;
}

const keyOf = ({ marketplace }: Pick<ConnectionPlan, 'marketplace'>, { platformShopId }: { platformShopId: string }) =>
  `${marketplace}/${platformShopId}`;

/** The shops that the account has already: they keep their logins. */
async function findShops(client: pg.ClientBase, accountId: string): Promise<Map<string, ShopId>> {
  const found = await client.query<{ marketplace: Marketplace; platform_shop_id: string; shop_id: string }>(
    'select marketplace, platform_shop_id, shop_id from shop where account_id = $1',
    [accountId],
  );
  return new Map(
    found.rows.map((row) => [keyOf(row, { platformShopId: row.platform_shop_id }), asShopId(row.shop_id)]),
  );
}

async function insertSubAccount(
  client: pg.ClientBase,
  accountId: ReturnType<typeof asAccountId>,
  person: SubAccountPlan,
  shops: ReadonlyMap<string, ShopId>,
): Promise<void> {
  const memberId = await insertMember(client, accountId, person, false, person.permissionCodeList);
  if (memberId === null) return;
  const wanted = person.shops.flatMap((shop) => shops.get(keyOf(shop, shop)) ?? []);
  await setMemberShops(client, accountId, asMemberId(memberId), wanted);
}
