import { type ShopNotification, URGENT_NOTIFICATION_KINDS } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import type { ListRead } from './readings.ts';

/** The condition that stands in the index of urgent notifications, so it is written with its values. */
export const IS_URGENT = `not n.is_read and n.kind in (${URGENT_NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/**
 * Keeps notifications, and says how many are new or have changed. Of several readings of a notification the later stands;
 * of the same moment the greater record.
 */
export async function storeNotifications(transaction: Transaction, read: ListRead<ShopNotification>): Promise<number> {
  if (read.records.length === 0) return 0;
  const stored = await transaction.query<{ changed: string }>({
    name: 'store-notifications',
    text: `with newest as (
        select distinct on (record ->> 'notificationId') record
        from unnest(${jsonListAs('$4', 'jsonb')}) as item (record) order by record ->> 'notificationId', record desc),
      written as (
        insert into shop_notification as kept (account_id, shop_id, notification_id, record, kind, is_read, at, known_at, read_at)
        select $1, $2, record ->> 'notificationId', record, record ->> 'kind', (record ->> 'isRead')::boolean,
          (record ->> 'at')::bigint, $3, $3
        from newest order by record ->> 'notificationId'
        on conflict (shop_id, notification_id) do update set record = excluded.record, kind = excluded.kind,
          is_read = excluded.is_read, at = excluded.at, read_at = excluded.read_at
        where (kept.read_at, kept.record) < (excluded.read_at, excluded.record)
        returning old.record is distinct from new.record as is_changed)
      select count(*) filter (where is_changed) as changed from written`,
    values: [read.accountId, read.shopId, read.readAt, jsonList(read.records.map((record) => storableJson(record)))],
  });
  return Number(stored.rows[0]?.changed ?? 0);
}

/** What Pasar marked as read and the marketplace accepted, as if it were read now; all of the shop without an id. */
export async function markNotificationsRead(
  transaction: Transaction,
  shopId: string,
  notificationId: string | 'all',
  readAt: number,
): Promise<void> {
  await transaction.query(
    `update shop_notification set is_read = true, record = record || '{"isRead": true}', read_at = greatest(read_at, $3)
     where shop_id = $1 and not is_read and ($2 = 'all' or notification_id = $2)`,
    [shopId, notificationId, readAt],
  );
}
