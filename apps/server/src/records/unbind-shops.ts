import { type AccountId, asShopId, type ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { forgetEmptyConnections } from './bind-login.ts';
import { appendChanges, forgetChanges, type NewChange } from './change-feed.ts';
import { fenceConnections, lockLogins } from './leases.ts';
import { recountQuarantine } from './quarantine.ts';
import { shopChangesOf } from './shop-changes.ts';
import { tellWebhooks } from './webhook-events.ts';

/**
 * Removes shops with all their data, and a login with its last shop. Every other login of the account at that
 * marketplace remembers that these shops were unbound, because it may hold them as well. The processes that serve them
 * are fenced before anything is deleted, so that no later write follows. Which orders had a message of order care is
 * remembered, because the shop may be authorized again. Runs in the scope of the whole account,
 * because a sub-account does not see which other shops a login serves.
 */
export async function unbindShops(
  transaction: Transaction,
  accountId: AccountId,
  shopIds: readonly ShopId[],
  now: number,
): Promise<void> {
  await lockLogins(transaction, accountId);
  const served = await transaction.query<{ connection_id: string }>(
    'select distinct connection_id from shop where shop_id = any($1::uuid[])',
    [shopIds],
  );
  const connectionIds = served.rows.map((row) => row.connection_id);
  await fenceConnections(transaction, connectionIds);
  const watchers = await transaction.query<{ shop_id: string; member_id: string }>(
    `select s.shop_id, m.member_id from shop s join member m on m.account_id = s.account_id
     where s.shop_id = any($1::uuid[]) and (m.is_main
       or exists (select from member_shop g where g.member_id = m.member_id and g.shop_id = s.shop_id))`,
    [shopIds],
  );
  const held = await transaction.query<{ conversation_id: string }>(
    'select conversation_id from conversation where shop_id = any($1::uuid[])',
    [shopIds],
  );
  // Changes to one member that an earlier version stored name no shop.
  const conversations = held.rows.map((row) => row.conversation_id);
  await forgetChanges(transaction, { shops: shopIds, conversations });
  await transaction.query(
    `update connection c set unbound_shop_ids = array(select unnest(c.unbound_shop_ids) union
         select platform_shop_id from shop s where s.marketplace = c.marketplace and s.shop_id = any($1::uuid[]))
     where c.account_id = $2 and c.marketplace in (select marketplace from shop where shop_id = any($1::uuid[]))`,
    [shopIds, accountId],
  );
  await rememberCared(transaction, shopIds, now);
  await forgetPicturesOfRules(transaction, shopIds);
  const removed = await transaction.query<{ shop_id: string }>(
    'delete from shop where shop_id = any($1::uuid[]) returning shop_id',
    [shopIds],
  );
  await tellWebhooks(
    transaction,
    accountId,
    removed.rows.map(({ shop_id: shopId }) => ({ event: 'shop.removed', shopId, data: { shopId } })),
  );
  await forgetEmptyConnections(transaction, connectionIds);
  const recounted = await recountQuarantine(transaction, accountId);
  await appendChanges(transaction, accountId, [
    ...watchers.rows.map(
      (row): NewChange => ({
        change: { kind: 'purge', shopId: asShopId(row.shop_id) },
        shopId: null,
        memberId: row.member_id,
      }),
    ),
    ...(await shopChangesOf(transaction, recounted)),
  ]);
}

/** The rules of automatic answers that are the shops' own go with them, and name their pictures by an id without a foreign key. */
async function forgetPicturesOfRules(transaction: Transaction, shopIds: readonly ShopId[]): Promise<void> {
  await transaction.query(
    `delete from automatic_picture p using (
         select setting_id as used_by from auto_reply_setting where shop_id = any($1::uuid[])
         union all select k.keyword_id from auto_reply_keyword k join auto_reply_setting s using (setting_id)
           where s.shop_id = any($1::uuid[])) rule
     where p.used_by = rule.used_by`,
    [shopIds],
  );
}

async function rememberCared(transaction: Transaction, shopIds: readonly ShopId[], now: number): Promise<void> {
  await transaction.query(
    `insert into order_cared_before (account_id, marketplace, platform_shop_id, order_id, care_kind, unbound_at)
     select distinct s.account_id, s.marketplace, s.platform_shop_id, i.order_id, i.care_kind, $2::bigint
     from bulk_send_item i join shop s using (shop_id)
     where i.shop_id = any($1::uuid[]) and i.care_kind is not null
       and (i.state not in ('wait', 'skip') or i.done_parts <> '{}')
     on conflict do nothing`,
    [shopIds, now],
  );
}
