import type { Review } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import type { ListRead } from './readings.ts';

/**
 * Keeps reviews, and says how many are new or have changed. Of several readings of a review the later stands; of the same
 * moment the greater record. The name and the id of a buyer who was erased are left out.
 */
export async function storeReviews(transaction: Transaction, read: ListRead<Review>): Promise<number> {
  if (read.records.length === 0) return 0;
  const stored = await transaction.query<{ changed: string }>({
    name: 'store-reviews',
    text: `with item as (
        select case when gone.buyer_hash is null then item.record
          else item.record || '{"buyerId": null, "buyerName": ""}' end as record
        from unnest(${jsonListAs('$4', 'jsonb')}) as item (record)
          join shop s on s.shop_id = $2
          left join erased_buyer gone on gone.account_id = $1
            and gone.buyer_hash = pasar_buyer_hash($1, s.marketplace, item.record ->> 'buyerId')),
      newest as (
        select distinct on (record ->> 'reviewId') record from item order by record ->> 'reviewId', record desc),
      written as (
        insert into shop_review as kept (account_id, shop_id, review_id, record, buyer_id, stars, is_answered, created_at,
          known_at, read_at)
        select $1, $2, record ->> 'reviewId', record, record ->> 'buyerId', (record ->> 'stars')::integer,
          record ->> 'reply' is not null, (record ->> 'createdAt')::bigint, $3, $3
        from newest order by record ->> 'reviewId'
        on conflict (shop_id, review_id) do update set record = excluded.record, buyer_id = excluded.buyer_id,
          stars = excluded.stars, is_answered = excluded.is_answered, created_at = excluded.created_at,
          read_at = excluded.read_at
        where (kept.read_at, kept.record) < (excluded.read_at, excluded.record)
        returning old.record is distinct from new.record as is_changed)
      select count(*) filter (where is_changed) as changed from written`,
    values: [read.accountId, read.shopId, read.readAt, jsonList(read.records.map((record) => storableJson(record)))],
  });
  return Number(stored.rows[0]?.changed ?? 0);
}
