import type { Give } from './ordered-list.ts';
import { marketplacesWith } from './readings.ts';
import { NO_DEADLINE } from './returns.ts';

/**
 * Where a marketplace lists no returns, an order with a refund is the case, and nothing says when the refund is over. It
 * counts as open until it has not changed for so long (our choice).
 */
const REFUND_OPEN_MS = 30 * 86_400_000;

/** The open cases: returns, cancellations that buyers ask for, and refunds of marketplaces that list no returns. */
export const openCasesText = (
  accountId: string,
  now: number,
  shopIds: readonly string[] | null,
  give: Give,
): string => {
  const account = give(accountId);
  const among = shopIds === null ? '' : `and c.shop_id = any(${give(shopIds)}::uuid[])`;
  const orders = (status: string, kind: string, more: string): string =>
    `select c.entry_id as id, ${NO_DEADLINE}::bigint as respond_by, c.changed_at as since, '${kind}' as kind, c.shop_id,
       c.buyer_id, null::jsonb as returned, c.record as booked, c.status_known_at as known_at
     from shop_order c where c.account_id = ${account} ${among} and c.status = '${status}' ${more}`;
  return `select c.case_id as id, c.respond_by, c.since, c.kind, c.shop_id, c.buyer_id, c.record as returned,
      null::jsonb as booked, c.known_at
    from shop_return c where c.account_id = ${account} ${among} and c.is_open
    union all ${orders('in_cancel', 'cancel', '')}
    union all ${orders(
      'refund',
      'refund',
      `and c.changed_at >= ${give(now - REFUND_OPEN_MS)}::bigint and exists (select from shop s
         where s.shop_id = c.shop_id and s.marketplace <> all(${give(marketplacesWith('returns'))}::text[]))`,
    )}`;
};
