import type { ConnectorSession } from '@pasar/connector-kit';
import type { PlatformShopId, ShopInfo } from '@pasar/domain';
import { logEvent } from '../../log.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { SELECT_SHOP, type ShopRow, toShopView } from '../../records/rows.ts';
import { wholeAccount } from '../../storage/database.ts';
import { storableText } from '../../storage/storable.ts';
import type { RunnerContext } from './runner-context.ts';

/** A vacation takes effect within about an hour (spec 1 §4): it is asked for as often. */
export const SHOP_FACTS_MS = 3_600_000;

/**
 * What each shop says of itself: its name, and whether it is on vacation. A marketplace that does not tell, or does not
 * answer now, changes nothing; a message is never kept waiting for it.
 */
export async function refreshShopFacts(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls'>,
  signal: AbortSignal,
): Promise<void> {
  for (const shop of context.owner.shopIds.keys()) {
    if (signal.aborted || !context.isHeld()) return;
    const told = await session.calls.shopInfo(shop);
    if (told.ok) await storeShopInfo(context, shop, told.value);
    else logEvent(context.log, 'shop_info_refused', { reason: told.refusal.reason });
  }
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
    const rows = await transaction.query<ShopRow>(
      `${SELECT_SHOP} where s.connection_id = $1 and s.platform_shop_id = $2`,
      [owner.connectionId, shop],
    );
    await appendChanges(
      transaction,
      owner.accountId,
      rows.rows.map((row) => ({
        change: { kind: 'shop' as const, shop: toShopView(row) },
        shopId: row.shop_id,
        memberId: null,
      })),
    );
  });
}
