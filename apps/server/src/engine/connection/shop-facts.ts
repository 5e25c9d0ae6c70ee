import type { ConnectorSession, ShopFacts } from '@pasar/connector-kit';
import type { PlatformShopId, ShopInfo } from '@pasar/domain';
import { logEvent } from '../../log.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { SELECT_TOLD_SHOP, type ToldShopRow } from '../../records/rows.ts';
import { shopChanges } from '../../records/shop-changes.ts';
import { wholeAccount } from '../../storage/database.ts';
import { storableText } from '../../storage/storable.ts';
import type { RunnerContext } from './runner-context.ts';

/** Milliseconds between two requests: a vacation takes effect within about an hour (spec 1 §4). */
export const SHOP_FACTS_MS = 3_600_000;

/**
 * Stores what each shop says of itself: the ids of its users, its name, and whether it is on vacation. A marketplace
 * that does not answer changes nothing. Messages do not wait for it.
 */
export async function refreshShopFacts(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls' | 'shops'>,
  signal: AbortSignal,
): Promise<void> {
  await storeShopIds(context, session.shops);
  for (const shop of context.owner.shopIds.keys()) {
    if (signal.aborted || !context.isHeld()) return;
    const told = await session.calls.affairs.shopInfo(shop);
    if (told.ok) await storeShopInfo(context, shop, told.value);
    else logEvent(context.log, 'shop_info_refused', { reason: told.refusal.reason });
  }
}

/**
 * Stores the marketplace's other ids of the shops and of the login, also for shops that no sign-in added. An id that
 * the marketplace does not name stays as it is.
 */
function storeShopIds({ database, owner }: RunnerContext, shops: readonly ShopFacts[]): Promise<void> {
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const held = `exists (select from connection_lease lease where lease.connection_id = $1 and lease.token = $2)`;
    await transaction.query(
      `update shop set merchant_id = coalesce(item.merchant_id, shop.merchant_id),
         shop_user_id = coalesce(item.shop_user_id, shop.shop_user_id)
       from unnest($3::text[], $4::text[], $5::text[]) as item (platform_shop_id, merchant_id, shop_user_id)
       where shop.connection_id = $1 and shop.platform_shop_id = item.platform_shop_id and ${held}`,
      [
        owner.connectionId,
        owner.token,
        shops.map((shop) => shop.platformShopId),
        shops.map((shop) => shop.merchantId),
        shops.map((shop) => shop.userId),
      ],
    );
    await transaction.query(
      `update connection set sub_account_id = coalesce($3, sub_account_id) where connection_id = $1 and ${held}`,
      [owner.connectionId, owner.token, shops[0]?.accountId ?? null],
    );
  });
}

function storeShopInfo(context: RunnerContext, shop: PlatformShopId, info: ShopInfo): Promise<void> {
  const { database, owner } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const changed = await transaction.query(
      `update shop set is_on_vacation = $3, name = coalesce(nullif($4, ''), name)
       where connection_id = $1 and platform_shop_id = $2
         and (is_on_vacation, name) is distinct from ($3, coalesce(nullif($4, ''), name))
         and exists (select from connection_lease lease where lease.connection_id = $1 and lease.token = $5)`,
      [owner.connectionId, shop, info.vacation.isOn, storableText(info.name), owner.token],
    );
    if (changed.rowCount !== 1) return;
    const rows = await transaction.query<ToldShopRow>(
      `${SELECT_TOLD_SHOP} where s.connection_id = $1 and s.platform_shop_id = $2`,
      [owner.connectionId, shop],
    );
    await appendChanges(transaction, owner.accountId, shopChanges(rows.rows));
  });
}
