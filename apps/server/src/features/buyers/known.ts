import { type BuyerProfileView, buyerOrdersFact, buyerProfileFact } from '@pasar/api';
import type { BuyerOrders, BuyerProfile } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../../records/rows.ts';
import type { Scope, Transaction } from '../../storage/database.ts';
import type { KnownBuyerTable } from '../../storage/gen/tables.ts';
import { storableJson } from '../../storage/storable.ts';

/** The last answers about a shop's buyer. */
export interface KnownBuyer {
  readonly told: BuyerProfileView | null;
  readonly orders: { readonly orders: BuyerOrders; readonly toldAt: number } | null;
}
const UNKNOWN_BUYER: KnownBuyer = { told: null, orders: null };

/** What is known of a buyer in each of these shops. */
export async function knownBuyers(
  transaction: Transaction,
  shopIds: readonly string[],
  buyerId: string,
): Promise<(shopId: string) => KnownBuyer> {
  const found = await transaction.query<KnownBuyerTable>({
    name: 'known-buyers',
    text: 'select * from known_buyer where shop_id = any($1::uuid[]) and buyer_id = $2',
    values: [shopIds, buyerId],
  });
  const known = new Map(found.rows.map((row) => [row.shop_id, toKnown(row)]));
  return (shopId) => known.get(shopId) ?? UNKNOWN_BUYER;
}

const toKnown = ({ profile, profile_at: profileAt, orders, orders_at: ordersAt }: KnownBuyerTable): KnownBuyer => ({
  told: profileAt === null ? null : { profile: buyerProfileFact.parse(profile), toldAt: Number(profileAt) },
  orders: ordersAt === null ? null : { orders: buyerOrdersFact.parse(orders), toldAt: Number(ordersAt) },
});

interface InShop {
  readonly shopId: string;
  readonly buyerId: string;
}

/** An answer never replaces a later one. */
export async function keepProfile(
  transaction: Transaction,
  { accountId }: Scope,
  { shopId, buyerId }: InShop,
  { profile, toldAt }: { readonly profile: BuyerProfile; readonly toldAt: number },
): Promise<void> {
  await transaction.query(
    `insert into known_buyer (shop_id, account_id, buyer_id, profile, profile_at) values ($1, $2, $3, $4, $5)
     on conflict (shop_id, buyer_id) do update set profile = excluded.profile, profile_at = excluded.profile_at
       where known_buyer.profile_at is null or known_buyer.profile_at <= excluded.profile_at`,
    [shopId, accountId, buyerId, storableJson(profile), toldAt],
  );
}

export async function keepOrders(
  transaction: Transaction,
  { accountId }: Scope,
  { shopId, buyerId }: InShop,
  { orders, toldAt }: { readonly orders: BuyerOrders; readonly toldAt: number },
): Promise<void> {
  await transaction.query(
    `insert into known_buyer (shop_id, account_id, buyer_id, orders, orders_at) values ($1, $2, $3, $4, $5)
     on conflict (shop_id, buyer_id) do update set orders = excluded.orders, orders_at = excluded.orders_at
       where known_buyer.orders_at is null or known_buyer.orders_at <= excluded.orders_at`,
    [shopId, accountId, buyerId, storableJson(orders), toldAt],
  );
}

/** Whether the shop has blocked the buyer: in its conversations with the buyer, and in what is known of the buyer. */
export async function keepBlocked(
  transaction: Transaction,
  { accountId }: Scope,
  { shopId, buyerId }: InShop,
  isBlocked: boolean,
): Promise<void> {
  await transaction.query(
    `update known_buyer set profile = jsonb_set(profile, '{isBlocked}', to_jsonb($3::boolean))
     where shop_id = $1 and buyer_id = $2 and profile is not null`,
    [shopId, buyerId, isBlocked],
  );
  const changed = await transaction.query<ConversationRow>(
    `update conversation set is_buyer_blocked = $4
     where account_id = $1 and shop_id = $2 and buyer_id = $3 and is_buyer_blocked <> $4
     returning ${CONVERSATION_COLUMNS}`,
    [accountId, shopId, buyerId, isBlocked],
  );
  await appendChanges(
    transaction,
    accountId,
    changed.rows.map((row) => ({
      change: { kind: 'conversation', conversation: toConversationView(row) },
      shopId,
      memberId: null,
    })),
  );
}
