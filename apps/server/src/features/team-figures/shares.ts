import type { CALLS, CallOutput } from '@pasar/api';
import { asShopId, type Country, type Marketplace, responseRuleOf } from '@pasar/domain';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.teamFigures.responseShares;
const DAY_MS = 86_400_000;

export async function responseShares({
  transaction,
  now,
}: Pick<MemberContext, 'transaction' | 'now'>): Promise<Answer<CallOutput<Call>>> {
  const shops = await transaction.query<{ shop_id: string; marketplace: Marketplace; country: Country }>({
    name: 'shops-with-rules',
    text: 'select shop_id, marketplace, country from shop',
  });
  const rules = shops.rows.map(({ marketplace, country }) => responseRuleOf(marketplace, country));
  const found = await transaction.query<{ shop_id: string; in_time: string; late: string }>({
    name: 'response-shares',
    text: `select * from (
        select shop.id as shop_id,
          count(*) filter (where w.answered_at - w.asked_at <= shop.within_ms) as in_time,
          count(*) filter (where coalesce(w.answered_at, $5) - w.asked_at > shop.within_ms) as late
        from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::boolean[])
            as shop (id, within_ms, from_at, is_first_only)
          join buyer_wait w on w.shop_id = shop.id and w.asked_at >= shop.from_at
            and (w.is_first or not shop.is_first_only)
        group by shop.id) counted
      where in_time + late > 0`,
    values: [
      shops.rows.map((row) => row.shop_id),
      rules.map(({ withinMs }) => withinMs),
      rules.map(({ windowDays }) => now - windowDays * DAY_MS),
      rules.map(({ counts }) => counts === 'first'),
      now,
    ],
  });
  return success({
    shares: found.rows.map((row) => ({
      shopId: asShopId(row.shop_id),
      inTime: Number(row.in_time),
      late: Number(row.late),
    })),
  });
}
