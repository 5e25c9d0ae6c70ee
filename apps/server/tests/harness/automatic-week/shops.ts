import { CALLS } from '@pasar/api';
import {
  type AccountId,
  asAccountId,
  asConnectionId,
  asPlatformShopId,
  asShopId,
  type Country,
  type Marketplace,
  type ShopId,
} from '@pasar/domain';
import type { OwnedConnection } from '../../../src/engine/ingest/types.ts';
import { provisionTenant } from '../../../src/features/account/provision.ts';
import type { TestDatabase } from '../database.ts';
import { type TestWeb, Visitor } from '../web.ts';

/** Two shops in each. */
const PLACES: readonly (readonly [Marketplace, Country])[] = [
  ...(['SG', 'TH', 'TW', 'BR', 'MX', 'CL', 'CO', 'PL', 'ES', 'FR', 'ID'] as const).map(
    (country) => ['shopee', country] as const,
  ),
  ...(['ID', 'VN', 'TH', 'MY', 'PH', 'SG'] as const).map((country) => ['lazada', country] as const),
  ...(['GB', 'TH', 'SG', 'VN', 'PH', 'MY', 'ID', 'GB'] as const).map((country) => ['tiktok', country] as const),
];
const SHOPS_OF_PLACE = 2;
const BUYERS_OF_SHOP = 2;

export interface WeekShop {
  /** Names the shop in texts. */
  readonly name: string;
  readonly platformShopId: string;
  readonly shopId: ShopId;
  readonly marketplace: Marketplace;
  readonly country: Country;
  /** The place of its login. */
  readonly login: number;
}
/** A buyer with the only conversation that the shop has with the buyer. */
export interface WeekBuyer {
  readonly name: string;
  readonly shop: WeekShop;
  readonly conversation: string;
}

export interface WeekLogin {
  readonly marketplace: Marketplace;
  /** With the token of the lease by which it is served now. */
  owner: OwnedConnection;
}

export interface WeekAccount {
  readonly accountId: AccountId;
  readonly main: Visitor;
  readonly shops: readonly WeekShop[];
  readonly buyers: readonly WeekBuyer[];
  readonly logins: readonly WeekLogin[];
}

/**
 * Makes the ids that the database gives follow from the seed: pauses between messages and the order of rows depend on them.
 */
export async function seedIds(database: TestDatabase, seed: number): Promise<void> {
  await database.owner.query(`
    create sequence if not exists week_id;
    alter sequence week_id restart;
    create or replace function week_id() returns uuid language sql security definer set search_path = public, pg_temp
      as $$ select (lpad(to_hex(n), 12, '0') || '7' || substr(md5('${seed}/' || n), 1, 3) || '8'
        || substr(md5('${seed}/' || n), 4, 15))::uuid from nextval('week_id') n $$;
    do $$ declare place record; begin
      for place in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default in ('uuidv7()', 'gen_random_uuid()') loop
        execute format('alter table %I alter column %I set default week_id()', place.table_name, place.column_name);
      end loop;
    end $$`);
}

export async function openAccount(database: TestDatabase, web: TestWeb, username: string): Promise<WeekAccount> {
  await provisionTenant(database.config, database.secrets, {
    name: username,
    main: { username, password: 'right', name: username },
    subAccounts: [],
    connections: PLACES.map(([marketplace, country], login) => ({
      marketplace,
      identifier: `${username}-${login}`,
      password: 'right',
      country,
      shops: Array.from({ length: SHOPS_OF_PLACE }, (_, index) => {
        const number = login * SHOPS_OF_PLACE + index + 1;
        return { platformShopId: `${1_000 + number}`, name: `S${number}`, country, isCb: false };
      }),
    })),
  });
  const main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, username, 'right');
  const member = await database.owner.query<{ account_id: string }>(
    'select account_id from member where username = $1',
    [username],
  );
  const accountId = asAccountId(member.rows[0]?.account_id ?? '');
  await database.owner.query("update connection set state = 'live' where account_id = $1", [accountId]);
  const found = await database.owner.query<{
    shop_id: string;
    connection_id: string;
    platform_shop_id: string;
    name: string;
  }>('select shop_id, connection_id, platform_shop_id, name from shop where account_id = $1', [accountId]);
  const logins = PLACES.map(([marketplace], login) => {
    const numbers = Array.from({ length: SHOPS_OF_PLACE }, (_, index) => `${1_001 + login * SHOPS_OF_PLACE + index}`);
    const own = found.rows.filter((row) => numbers.includes(row.platform_shop_id));
    const owner: OwnedConnection = {
      accountId,
      connectionId: asConnectionId(own[0]?.connection_id ?? ''),
      token: 0,
      shopIds: new Map(own.map((row) => [asPlatformShopId(row.platform_shop_id), asShopId(row.shop_id)])),
    };
    return { marketplace, owner };
  });
  const shops = PLACES.flatMap(([marketplace, country], login): WeekShop[] => {
    const owner = logins[login]?.owner;
    if (owner === undefined) return [];
    return [...owner.shopIds].map(([platformShopId, shopId]) => {
      const name = found.rows.find((row) => row.shop_id === shopId)?.name ?? '';
      return { name, platformShopId, shopId, marketplace, country, login };
    });
  });
  shops.sort((one, other) => Number(one.platformShopId) - Number(other.platformShopId));
  const buyers = shops.flatMap((shop) =>
    Array.from({ length: BUYERS_OF_SHOP }, (_, index) => {
      const name = `${shop.name}b${index + 1}`;
      return { name, shop, conversation: `c-${name}` };
    }),
  );
  return { accountId, main, shops, buyers, logins };
}
