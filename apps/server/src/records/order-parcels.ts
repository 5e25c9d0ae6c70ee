import {
  careByParcels,
  MARKETPLACES,
  ORDER_CARE_LIMITS,
  type OrderCareKind,
  PARCEL_LIMITS,
  type ParcelStand,
  type ShopId,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { isAtStage } from './bulk-send-recipients.ts';
import { notifyWork } from './change-feed.ts';

const DAY_MS = 86_400_000;

/**
 * The condition that the parcels of an order `o` of a shop `s` are to be read: it is sent and in the scope of order care, it is
 * not known as delivered, and it was not looked at lately. The first half is that of the index.
 */
const isDue = (ago: (ms: number) => string): string =>
  `o.status = 'wait_receiver_confirm' and o.parcel_stage is distinct from 'delivered'
   and o.parcels_read_at <= ${ago(PARCEL_LIMITS.againMs)} and o.changed_at >= ${ago(ORDER_CARE_LIMITS.scopeDays * DAY_MS)}
   and not ${isAtStage('delivered', ago)}`;

/** The condition that the settings `c` of order care send messages of a kind by themselves. */
const isOn = (kind: OrderCareKind): string => `coalesce((c.reminders -> '${kind}' ->> 'isOn')::boolean, false)`;
/** The condition that a message which goes by the parcels of orders of a shop `s` goes out by itself. */
const SENDS_BY_ITSELF = `exists (select from order_care_setting c where c.account_id = s.account_id
  and (c.shop_ids is null or s.shop_id = any(c.shop_ids))
  and case s.marketplace ${MARKETPLACES.map(
    (marketplace) => `when '${marketplace}' then ${careByParcels(marketplace).map(isOn).join(' or ')}`,
  ).join(' ')} end)`;

/** An order whose parcels are to be read. */
export interface DueParcels {
  readonly shopId: ShopId;
  readonly orderId: string;
}

/**
 * Of each of these shops the order that was not looked at for longest, where a message of order care goes by its parcels: it
 * goes out by itself, or a member has asked for it.
 */
export async function findDueParcels(
  transaction: Transaction,
  shopIds: readonly ShopId[],
  now: number,
): Promise<readonly DueParcels[]> {
  const found = await transaction.query<{ shop_id: ShopId; order_id: string }>({
    name: 'due-parcels',
    text: `select s.shop_id, due.order_id from shop s
       left join reading r on r.shop_id = s.shop_id and r.subject = 'orders'
       cross join lateral (select o.order_id from shop_order o
         where o.shop_id = s.shop_id and ${isDue((ms) => `($2::bigint - ${ms})`)} order by o.parcels_read_at limit 1) due
     where s.shop_id = any($1::uuid[]) and (r.parcels_wanted_until > $2 or ${SENDS_BY_ITSELF}) order by s.shop_id`,
    values: [shopIds, now],
  });
  return found.rows.map((row) => ({ shopId: row.shop_id, orderId: row.order_id }));
}

/** How many orders of these shops that changed since a time are still to be looked at. */
export async function countDueParcels(
  transaction: Transaction,
  shopIds: readonly ShopId[],
  { since, now }: { readonly since: number; readonly now: number },
): Promise<number> {
  const found = await transaction.query<{ count: number }>({
    name: 'count-due-parcels',
    text: `select count(*)::integer as count from shop_order o join shop s on s.shop_id = o.shop_id
      where o.shop_id = any($1::uuid[]) and o.changed_at >= $3 and ${isDue((ms) => `($2::bigint - ${ms})`)}`,
    values: [shopIds, now, since],
  });
  return found.rows[0]?.count ?? 0;
}

/**
 * A member asks for a stage that the parcels tell: those of the shops are read for a while, where Pasar reads orders at all. A
 * screen that asks again and again writes this now and then.
 */
export async function wantParcels(transaction: Transaction, shopIds: readonly ShopId[], now: number): Promise<void> {
  const wanted = await transaction.query<{ shop_id: ShopId }>(
    `update reading set parcels_wanted_until = $2::bigint + ${PARCEL_LIMITS.wantedMs}
     where shop_id = any($1::uuid[]) and subject = 'orders' and parcels_wanted_until < $2::bigint + ${PARCEL_LIMITS.wantedMs / 2}
     returning shop_id`,
    [shopIds, now],
  );
  if (wanted.rowCount !== 0) await notifyWork(transaction, ...wanted.rows.map((row) => row.shop_id));
}

interface ReadParcels extends DueParcels {
  /** Null: the marketplace told nothing, and what was known stays. */
  readonly stand: ParcelStand | null;
  readonly readAt: number;
  /** The lease by which they were read. */
  readonly connectionId: string;
  readonly token: number;
}

/** Keeps what the parcels of an order tell, and that they were read. */
export async function storeParcelStage(
  transaction: Transaction,
  { shopId, orderId, stand, readAt, connectionId, token }: ReadParcels,
): Promise<void> {
  await transaction.query({
    name: 'store-parcel-stage',
    text: `update shop_order set parcels_read_at = $3, parcel_stage = coalesce($4, parcel_stage),
        parcel_stage_at = coalesce($5, parcel_stage_at),
        parcel_stage_known_at = case when coalesce($4, parcel_stage) is distinct from parcel_stage then $3
          else parcel_stage_known_at end
      where shop_id = $1 and order_id = $2
        and exists (select from connection_lease lease where lease.connection_id = $6 and lease.token = $7)`,
    values: [shopId, orderId, readAt, stand?.stage ?? null, stand?.at ?? null, connectionId, token],
  });
}
