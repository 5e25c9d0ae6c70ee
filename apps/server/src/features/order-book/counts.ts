import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { tabCounts, UNKNOWN } from '@pasar/domain';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.orderBook.getTabAndOrderCountMap;

export async function getTabAndOrderCountMap(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { shopIds, marketplaces, countries }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const found = await transaction.query<{ status: string; count: string }>({
    name: 'order-counts',
    text: `select c.status, sum(c.count) as count from shop_order_count c join shop s using (shop_id)
      where ($1::uuid[] is null or s.shop_id = any($1)) and ($2::text[] is null or s.marketplace = any($2))
        and ($3::text[] is null or s.country = any($3))
      group by c.status`,
    values: [shopIds ?? null, marketplaces ?? null, countries ?? null],
  });
  const byStatus = Object.fromEntries(found.rows.map(({ status, count }) => [status, Number(count)]));
  return success({ tabs: tabCounts(byStatus), unknown: byStatus[UNKNOWN] ?? 0 });
}
