import { returnFact } from '@pasar/api';
import { OPEN_RETURN_STATUSES, type ReturnCase } from '@pasar/domain';
import type { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import type { ListRead } from './readings.ts';

export const returnCaseFact = returnFact.omit({ events: true }) satisfies z.ZodType<ReturnCase>;

/** Sorts cases without a deadline last. */
export const NO_DEADLINE = '9223372036854775807';

/**
 * Keeps returns, and says how many are new or have changed. Of several readings of a return the later stands; of the same
 * moment the greater record: so the same readings in any order, any number of times, leave the same rows. The name, the id,
 * the words and the pictures of a buyer who was erased are left out.
 */
export async function storeReturns(transaction: Transaction, read: ListRead<ReturnCase>): Promise<number> {
  if (read.records.length === 0) return 0;
  const stored = await transaction.query<{ changed: string }>({
    name: 'store-returns',
    text: `with item as (
        select case when gone.buyer_hash is null then item.record else item.record
          || '{"buyerId": null, "buyerName": null, "buyerText": null, "pictureUrls": []}' end as record
        from unnest(${jsonListAs('$4', 'jsonb')}) as item (record)
          join shop s on s.shop_id = $2
          left join erased_buyer gone on gone.account_id = $1
            and gone.buyer_hash = pasar_buyer_hash($1, s.marketplace, item.record ->> 'buyerId')),
      newest as (
        select distinct on (record ->> 'returnId') record, record ->> 'status' = any($5::text[]) as is_open from item
        order by record ->> 'returnId', record desc),
      written as (
        insert into shop_return as kept (account_id, shop_id, return_id, record, order_id, buyer_id, status, is_open, kind,
          since, respond_by, known_at, read_at)
        select $1, $2, record ->> 'returnId', record, record ->> 'orderId', record ->> 'buyerId', record ->> 'status',
          is_open, case when (record ->> 'areGoodsReturned')::boolean
            or record ->> 'status' = 'return_goods_in_process' then 'return' else 'refund' end,
          coalesce((record ->> 'createdAt')::bigint, (record ->> 'changedAt')::bigint, $3),
          coalesce((record ->> 'respondBy')::bigint, ${NO_DEADLINE}), $3, $3
        from newest order by record ->> 'returnId'
        on conflict (shop_id, return_id) do update set record = excluded.record, order_id = excluded.order_id,
          buyer_id = excluded.buyer_id, status = excluded.status, is_open = excluded.is_open, kind = excluded.kind,
          since = excluded.since, respond_by = excluded.respond_by, read_at = excluded.read_at
        where (kept.read_at, kept.record) < (excluded.read_at, excluded.record)
        returning old.record is distinct from new.record as is_changed)
      select count(*) filter (where is_changed) as changed from written`,
    values: [
      read.accountId,
      read.shopId,
      read.readAt,
      jsonList(read.records.map((record) => storableJson(record))),
      OPEN_RETURN_STATUSES,
    ],
  });
  return Number(stored.rows[0]?.changed ?? 0);
}
