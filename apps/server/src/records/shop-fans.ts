import { type AccountId, BULK_SEND_LIMITS, type Follower } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import type { ListRead } from './readings.ts';

/** Fans whose reading began before are forgotten, and are sent nothing. */
export const fansKeptSince = (now: number): number => now - BULK_SEND_LIMITS.fansKeptDays * 86_400_000;

/** Keeps the fans of a page, and says how many of them this reading has not seen before. Whoever was erased is not kept. */
export async function storeFans(transaction: Transaction, read: ListRead<Follower>): Promise<number> {
  if (read.records.length === 0) return 0;
  const stored = await transaction.query<{ fresh: string }>({
    name: 'store-fans',
    text: `with written as (
        insert into shop_fan (shop_id, buyer_id, account_id, buyer_name, reading_at)
        select distinct on (record ->> 'userId') $2::uuid, record ->> 'userId', $1::uuid, record ->> 'username', r.started_at
        from unnest(${jsonListAs('$3', 'jsonb')}) as item (record)
          join reading r on r.shop_id = $2 and r.subject = 'fans' join shop s on s.shop_id = r.shop_id
        where not exists (select from erased_buyer gone
          where gone.account_id = $1 and gone.buyer_hash = pasar_buyer_hash($1, s.marketplace, record ->> 'userId'))
        order by record ->> 'userId', record ->> 'username'
        on conflict (shop_id, buyer_id) do update set buyer_name = excluded.buyer_name, reading_at = excluded.reading_at
        returning old.reading_at is distinct from new.reading_at as is_fresh)
      select count(*) filter (where is_fresh) as fresh from written`,
    values: [read.accountId, read.shopId, jsonList(read.records.map((record) => storableJson(record)))],
  });
  return Number(stored.rows[0]?.fresh ?? 0);
}

/** Deletes fans that are past their time. A reading that was cut off so long ago begins anew. */
export async function forgetFans(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  const since = fansKeptSince(now);
  await transaction.query('delete from shop_fan where account_id = $1 and reading_at < $2', [accountId, since]);
  await transaction.query(
    "update reading set cursor = null where account_id = $1 and subject = 'fans' and started_at < $2 and cursor is not null",
    [accountId, since],
  );
}
