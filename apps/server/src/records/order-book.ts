import { orderDetailFact } from '@pasar/api';
import type { OrderRecord } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import { type ListRead, tellReadings } from './readings.ts';

const text = z.string().nullable();
/** A record as it is stored and as it travels between processes. */
export const orderRecordFact = orderDetailFact.omit({ parcels: true }).extend({
  changedAt: z.number(),
  carrier: text,
  trackingNumber: text,
  cancelReason: text,
}) satisfies z.ZodType<OrderRecord>;

/** An amount that is no decimal sorts as nothing; the record keeps the marketplace's own text. */
const DECIMAL = String.raw`'^[0-9]{1,15}(\.[0-9]{1,6})?$'`;
const AMOUNT = `case when record #>> '{total,amount}' ~ ${DECIMAL} then (record #>> '{total,amount}')::numeric else 0 end`;

/**
 * Puts orders into the book, and returns how many are new or have changed. Of several readings of an order the one of
 * its later change stands; of one change the later reading, because a note or a rating may change without it; of the
 * same moment the greater record. So the same readings in any order, any number of times, leave the same book. The name,
 * the id and the address of a buyer who was erased are left out. Where a rule of buyer tags asks about orders, their
 * buyers are noted.
 */
export async function storeOrders(transaction: Transaction, read: ListRead<OrderRecord>): Promise<number> {
  if (read.records.length === 0) return 0;
  const stored = await transaction.query<{ changed: string }>({
    name: 'store-orders',
    text: `with item as (
        select case when gone.buyer_hash is null then item.record
          else item.record || '{"buyerId": null, "buyerName": "", "address": null}' end as record
        from unnest(${jsonListAs('$4', 'jsonb')}) as item (record)
          join shop s on s.shop_id = $2
          left join erased_buyer gone on gone.account_id = $1
            and gone.buyer_hash = pasar_buyer_hash($1, s.marketplace, item.record ->> 'buyerId')),
      newest as (
        select distinct on (record ->> 'orderId') record from item
        order by record ->> 'orderId', (record ->> 'changedAt')::bigint desc, record desc),
      written as (
        insert into shop_order as kept (account_id, shop_id, order_id, record, order_number, buyer_id, status, total,
          currency, created_at, changed_at, read_at, status_known_at, word_known_at, is_ratable, has_note)
        select $1, $2, record ->> 'orderId', record, record ->> 'orderNumber', record ->> 'buyerId', record ->> 'status',
          ${AMOUNT}, record #>> '{total,currency}', (record ->> 'createdAt')::bigint, (record ->> 'changedAt')::bigint,
          $3, $3, $3, (record ->> 'isRatable')::boolean, coalesce(record ->> 'sellerNote', '') <> ''
        from newest order by record ->> 'orderId'
        on conflict (shop_id, order_id) do update set record = excluded.record, order_number = excluded.order_number,
          buyer_id = excluded.buyer_id, status = excluded.status, total = excluded.total, currency = excluded.currency,
          created_at = excluded.created_at, changed_at = excluded.changed_at, read_at = excluded.read_at,
          is_ratable = excluded.is_ratable, has_note = excluded.has_note, status_known_at =
            case kept.status when excluded.status then kept.status_known_at else excluded.status_known_at end,
          word_known_at = case when kept.status = excluded.status
            and kept.record ->> 'wireStatus' = excluded.record ->> 'wireStatus' then kept.word_known_at
            else excluded.word_known_at end
        where (kept.changed_at, kept.read_at, kept.record) < (excluded.changed_at, excluded.read_at, excluded.record)
        returning old.record is distinct from new.record as is_changed, new.buyer_id),
      due as (
        insert into buyer_tag_due (account_id, shop_id, buyer_ids)
        select $1, $2, array_agg(distinct buyer_id) from written
        where is_changed and buyer_id is not null
          and exists (select from buyer_tag_watch w where w.account_id = $1 and w.wants_orders)
        having count(*) > 0)
      select count(*) filter (where is_changed) as changed from written`,
    values: [read.accountId, read.shopId, read.readAt, jsonList(read.records.map((record) => storableJson(record)))],
  });
  return Number(stored.rows[0]?.changed ?? 0);
}

/** What Pasar itself changed of an order and the marketplace accepted, as if it were read now; nothing for an unknown order. */
export async function changeBooked(
  transaction: Transaction,
  {
    accountId,
    shopId,
    orderId,
    change,
    readAt,
  }: Omit<ListRead<OrderRecord>, 'records'> & {
    readonly orderId: string;
    readonly change: Partial<Pick<OrderRecord, 'sellerNote' | 'isRatable'>>;
  },
): Promise<void> {
  const changed = await transaction.query(
    `update shop_order set record = record || $3::jsonb, read_at = greatest(read_at, $4),
       is_ratable = ((record || $3::jsonb) ->> 'isRatable')::boolean,
       has_note = coalesce((record || $3::jsonb) ->> 'sellerNote', '') <> ''
     where shop_id = $1 and order_id = $2`,
    [shopId, orderId, storableJson(change), readAt],
  );
  if (changed.rowCount === 1) await tellReadings(transaction, accountId, 'orders', [shopId]);
}
