import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AccountId,
  type Author,
  asAccountId,
  asBuyerId,
  asConnectionId,
  asMemberId,
  asPlatformConversationId,
  asPlatformMessageId,
  asPlatformShopId,
  asShopId,
  type ConversationFacts,
  type Marketplace,
  type MemberId,
  type MessageFacts,
  type Position,
} from '@pasar/domain';
import pg from 'pg';
import { inject } from 'vitest';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import { type ConnectionPlan, provisionTenant, type TenantPlan } from '../../src/features/account/provision.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../../src/storage/migrate.ts';
import { SecretBox } from '../../src/storage/secrets.ts';

/** A separate real PostgreSQL in a temporary folder, migrated, with the pools that the product uses. */
export interface TestDatabase {
  readonly config: pg.ClientConfig;
  readonly app: Database;
  readonly engine: Database;
  readonly secrets: SecretBox;
  /** As the cluster's owner: sees everything, for assertions about what is stored. */
  readonly owner: pg.Client;
  close(): Promise<void>;
}

/** In a test: a copy of the cluster that the run has made. */
export const openTestDatabase = (): Promise<TestDatabase> => openDatabaseIn(copyCluster());

/** An empty folder beside the cluster that the run has made: in memory where there is room. */
export const clusterFolder = (): string => mkdtempSync(join(dirname(inject('migratedCluster')), 'pasar-test-'));

/** The folder of the copy. */
export function copyCluster(): string {
  const folder = clusterFolder();
  // `cp` and not Node's copy, because PostgreSQL's files belong to another user when the tests run as root.
  execFileSync('cp', ['-a', `${inject('migratedCluster')}/.`, folder]);
  return folder;
}

/** Creates the cluster when `folder` is empty. The folder is deleted at the end. */
export async function openDatabaseIn(folder: string): Promise<TestDatabase> {
  const embedded = await startEmbeddedPostgres(folder, () => undefined);
  await migrateDatabase(embedded.connection);
  const connected = await connectTo(embedded.connection);
  return {
    ...connected,
    close: async () => {
      await connected.close();
      await embedded.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A database that another process has opened. */
export async function connectTo(config: pg.ClientConfig): Promise<TestDatabase> {
  const app = openDatabase(config, 'pasar_app', 20);
  const engine = openDatabase(config, 'pasar_engine', 20);
  const owner = new pg.Client(config);
  await owner.connect();
  return {
    config,
    app,
    engine,
    owner,
    secrets: new SecretBox(() => [Buffer.alloc(32, 7)]),
    close: async () => {
      await Promise.all([app.close(), engine.close(), owner.end()]);
    },
  };
}

export interface TestTenant {
  readonly accountId: AccountId;
  readonly mainId: MemberId;
  readonly connections: readonly OwnedConnection[];
}

/** One login for each entry of `shops`, at Shopee by default. The test holds every lease, with token 1. */
export async function makeTenant(
  database: TestDatabase,
  username: string,
  shops: readonly (readonly string[])[],
  subAccounts: TenantPlan['subAccounts'] = [],
  marketplace: Marketplace = 'shopee',
): Promise<TestTenant> {
  const connections = shops.map(
    (ids, number): ConnectionPlan => ({
      marketplace,
      identifier: `${username}-${number}`,
      password: `password of ${username}-${number}`,
      country: 'SG',
      shops: ids.map((platformShopId) => ({
        platformShopId,
        name: `shop ${platformShopId}`,
        country: 'SG',
        isCb: false,
      })),
    }),
  );
  const main = { username, password: 'right', name: username };
  await provisionTenant(database.config, database.secrets, { name: username, main, subAccounts, connections });
  const found = await database.owner.query<{ account_id: string; member_id: string }>(
    'select account_id, member_id from member where username = $1',
    [username],
  );
  const accountId = asAccountId(found.rows[0]?.account_id ?? '');
  const leases = await database.owner.query<{ connection_id: string }>(
    `update connection_lease set token = 1, expires_at = 'infinity', holder = gen_random_uuid() where account_id = $1
     returning connection_id`,
    [accountId],
  );
  const owned = leases.rows.map((row) => async (): Promise<OwnedConnection> => {
    const served = await database.owner.query<{ shop_id: string; platform_shop_id: string }>(
      'select shop_id, platform_shop_id from shop where connection_id = $1',
      [row.connection_id],
    );
    const shopIds = served.rows.map(
      (shop) => [asPlatformShopId(shop.platform_shop_id), asShopId(shop.shop_id)] as const,
    );
    return { accountId, connectionId: asConnectionId(row.connection_id), token: 1, shopIds: new Map(shopIds) };
  });
  const connectionsOwned: OwnedConnection[] = [];
  for (const connection of owned) connectionsOwned.push(await connection());
  return { accountId, mainId: asMemberId(found.rows[0]?.member_id ?? ''), connections: connectionsOwned };
}

export const listing = (
  shop: string,
  conversation: string,
  more: Partial<ConversationFacts> = {},
): ConversationFacts => ({
  platformShopId: asPlatformShopId(shop),
  platformConversationId: asPlatformConversationId(conversation),
  buyer: { buyerId: asBuyerId(`buyer-${conversation}`), name: `Buyer ${conversation}`, avatarUrl: null },
  status: 'activated',
  isPinned: null,
  isMuted: null,
  isFavorite: null,
  unreadCount: null,
  lastMessageId: null,
  lastMessageAt: null,
  sellerReadPosition: null,
  buyerReadPosition: null,
  address: { id: conversation },
  ...more,
});

/** Message ids and positions are the same number, far beyond 2^53. */
export const messageAt = (
  shop: string,
  conversation: string,
  number: number,
  author: Author,
  more: Partial<MessageFacts> = {},
): MessageFacts => {
  const id = String(9_000_000_000_000_000_000n + BigInt(number));
  return {
    platformShopId: asPlatformShopId(shop),
    platformConversationId: asPlatformConversationId(conversation),
    platformMessageId: asPlatformMessageId(id),
    position: id as Position,
    sentAt: 1_760_000_000_000 + number * 1_000,
    author,
    content: { type: 'text', text: `text ${number}` },
    status: 'available',
    quote: null,
    idempotencyKey: null,
    ...more,
  };
};
